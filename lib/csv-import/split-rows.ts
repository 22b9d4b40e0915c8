import Papa from "papaparse";

/** What separates rows. CRLF needs no case of its own: `splitRows` takes the CR off. */
export type Newline = "\n" | "\r";

type SplitRow = { cells: string[]; length: number; problem: string | null };
type Step = { data: string[][]; errors: { code: string }[]; meta: { cursor: number } };

/**
 * The separator of a file that starts with `text`, judged by the first line break outside quotation marks;
 * null if more text is needed. Papa's own guess is not used: it takes CRLF for the whole file at its word
 * and then joins rows that end in a bare LF.
 */
export function findNewline(text: string): Newline | null {
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || (character !== "\n" && character !== "\r")) continue;
    if (character === "\n") return "\n";
    if (index + 1 === text.length) return null;
    return text[index + 1] === "\n" ? "\n" : "\r";
  }
  return null;
}

/**
 * Splits text that starts at the start of a row into rows of cells, and what is left of a row that is not
 * complete. At the end of the file (`isEnd`) nothing is left: the last row needs no line break.
 *
 * Papa's core parser is called directly, because its streams pause by timer and keep rows back; asked piece
 * by piece it does the same work and the caller's loop is the back-pressure.
 */
export function splitRows(
  text: string,
  newline: Newline,
  isEnd: boolean,
): { rows: SplitRow[]; rest: string } {
  const rows: SplitRow[] = [];
  let start = 0;
  const step = ({ data, errors, meta }: Step) => {
    const source = text.slice(start, meta.cursor);
    start = meta.cursor;
    const cells = withoutCarriageReturn(data[0] ?? [], source);
    rows.push({ cells, length: source.length, problem: describeProblem(errors) });
  };
  // The published types lack what the core parser hands to `step`, which is one row at a time.
  new Papa.Parser({ delimiter: ",", newline, step: step as never }).parse(text, 0, !isEnd);
  return { rows, rest: text.slice(start) };
}

/**
 * In a row that ends in CRLF the CR is left on a last cell without quotation marks. It is part of the cell
 * only inside them, which shows in what stands before the cell.
 */
function withoutCarriageReturn(cells: string[], source: string): string[] {
  const last = cells.at(-1);
  if (!last?.endsWith("\r") || !source.endsWith(`${last}\n`)) return cells;
  const before = source.at(-last.length - 2);
  return before === undefined || before === "," ? cells.with(-1, last.slice(0, -1)) : cells;
}

function describeProblem(errors: { code: string }[]): string | null {
  if (errors.length === 0) return null;
  return errors.some((error) => error.code === "MissingQuotes")
    ? "a quotation mark is opened and never closed"
    : "a quotation mark inside a quoted cell is not doubled";
}
