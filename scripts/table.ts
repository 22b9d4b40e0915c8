/** A table for the terminal: a row of headings, then the rows, in columns as wide as their longest text. */
export function formatTable(rows: Record<string, string>[]): string {
  const headings = Object.keys(rows[0] ?? {});
  const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ""))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const format = (line: string[]) => line.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ");
  return lines.map((line) => format(line).trimEnd()).join("\n");
}
