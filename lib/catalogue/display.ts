/** A name as a title: hyphens become spaces, unless there is nothing else. */
export function displayName(name: string): string {
  return name.replaceAll("-", " ").replace(/\s+/g, " ").trim() || name;
}

/** The entries of a comma-separated cell, trimmed, without empty ones. */
export function splitList(cell: string | null): string[] {
  return (cell ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

export function firstInstructor(instructors: string | null): string | null {
  return splitList(instructors)[0] ?? null;
}

const numbers = new Intl.NumberFormat("en-US");

/** `27353` → `27,353`. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** `1, "lecture"` → `lecture`; `2, "lecture"` → `lectures`. */
export const nounOf = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`);

/** `1, "lecture"` → `1 lecture`; `2, "lecture"` → `2 lectures`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${nounOf(count, noun)}`;
}
