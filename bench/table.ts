import type { Row } from "./part.ts";

const HEADINGS = ["", "here", "compared with", "ratio", "goal", ""];

/** Rows as a table for a terminal: figures with their spread, and whether a goal is reached. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Rows as a Markdown table. */
export function formatMarkdown(rows: readonly Row[]): string {
  const lines = [HEADINGS, HEADINGS.map(() => "---"), ...rows.map(cellsOf)];
  // A search text may contain `|`, which would end a cell.
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

function cellsOf({ name, value, spread, unit, compared, ratio, goal, isMet }: Row): string[] {
  return [
    name,
    `${figure(value, spread)} ${unit}`,
    compared ? `${figure(compared.value, compared.spread)} ${unit}, ${compared.name}` : "",
    ratio === undefined ? "" : round(ratio),
    goal ?? "",
    isMet === undefined ? "" : isMet ? "reached" : "not reached",
  ];
}

function figure(value: number, spread?: readonly [number, number]): string {
  return spread ? `${round(value)} (${round(spread[0])}–${round(spread[1])})` : round(value);
}

/** Rounds to about three significant digits, because a measurement is not more precise. */
export function round(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en")
    : String(Number(value.toPrecision(3)));
}
