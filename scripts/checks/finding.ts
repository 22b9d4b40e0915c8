/** The result of a check. A remedy tells the operator what to do next; no text contains a secret. */
export type Finding =
  | { state: "fine"; text: string }
  | { state: "wrong"; text: string; remedy: string }
  /** The check cannot find out from here. */
  | { state: "unknown"; text: string; remedy?: string };

export const fine = (text: string): Finding => ({ state: "fine", text });
export const wrong = (text: string, remedy: string): Finding => ({ state: "wrong", text, remedy });
export const unknown = (text: string, remedy?: string): Finding => ({
  state: "unknown",
  text,
  ...(remedy && { remedy }),
});

const MARKS = { fine: "✓", wrong: "✗", unknown: "–" } as const;

/** A finding as the operator reads it: one line, and a second one with the remedy if it has one. */
export function describeFinding(finding: Finding): string {
  const line = `${MARKS[finding.state]} ${finding.text}`;
  return "remedy" in finding && finding.remedy ? `${line}\n  → ${finding.remedy}` : line;
}
