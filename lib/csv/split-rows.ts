/** The character between two cells. */
export type Delimiter = "," | ";" | "\t" | "|";

export const DELIMITERS: readonly Delimiter[] = [",", ";", "\t", "|"];

/** A row that was split from a text. */
export type SplitRow = {
  cells: string[];
  /** Number of characters of the row, including its line break. */
  length: number;
  /** What is wrong with it, so that its cells cannot be trusted; otherwise null. */
  problem: string | null;
};

type QuotedCell = { content: string; end: number; problem: string | null };

const NEVER_CLOSED = "a quotation mark is opened and never closed";
const NOT_DOUBLED = "a quotation mark inside a quoted cell is not doubled";

/** The most cells stored of a row. Some rows are a megabyte of delimiters: blank cells beyond this are dropped. */
const WIDTH_LIMIT = 1000;
const TOO_WIDE = `there are more than ${WIDTH_LIMIT.toLocaleString("en")} cells`;

/** Longest quoted cell in characters where tabs separate: a mark that is not closed by then is part of its text. */
const QUOTED_BY_TABS_LIMIT = 64 * 1024;

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Reads the row that starts at `start`, which is before the text's end; null if more text is needed to know where
 * the row ends. At the end of the file (`isEnd`) no more text follows: the last row needs no line break.
 *
 * Papa Parse expects one kind of line break per file. If a file mixes them, it joins rows, or reads the second half
 * of a break as the start of the next cell, and that cell's quotation marks as text.
 */
export function splitRow(
  text: string,
  start: number,
  isEnd: boolean,
  delimiter: Delimiter = ",",
): SplitRow | null {
  const comma = delimiter.charCodeAt(0);
  const cells: string[] = [];
  let problem: string | null = null;
  for (let at = start; ; at++) {
    let content: string;
    // Of files that were joined, each begins with a byte order mark.
    const first = skipSpace(
      text,
      cells.length === 0 && text.charCodeAt(at) === BYTE_ORDER_MARK ? at + 1 : at,
      comma,
    );
    const read = first === at ? readQuotedCell : readSpacedCell;
    const quoted = text.charCodeAt(first) === QUOTE ? read(text, first + 1, isEnd, comma) : undefined;
    if (quoted === null) return null;
    if (quoted) {
      problem = quoted.problem ?? problem;
      content = quoted.content;
      at = quoted.end;
    } else {
      const end = endOfPlainCell(text, at, comma);
      content = text.slice(at, end);
      at = end;
    }
    if (cells.length < WIDTH_LIMIT) cells.push(content);
    else if (content.trim() !== "") problem ??= TOO_WIDE;
    if (text.charCodeAt(at) === comma) continue;
    // The text may end in the middle of a cell, or with a CR whose LF is still to come.
    if (!isEnd && at + (text.charCodeAt(at) === CR ? 1 : 0) >= text.length) return null;
    const breakLength = text.startsWith("\r\n", at) ? 2 : 1;
    if (problem && problem !== TOO_WIDE) problem += describeLines(cells);
    return { cells, problem, length: Math.min(at + breakLength, text.length) - start };
  }
}

/** The lines that a quotation mark has made part of a row, as the end of its problem; empty if there is none. */
function describeLines(cells: readonly string[]): string {
  const lines = cells.reduce((count, cell) => count + (cell.trimEnd().match(/\r\n|\n|\r/g)?.length ?? 0), 0);
  if (lines === 0) return "";
  return lines === 1
    ? "; the line after it was read as part of this row"
    : `; the ${lines} lines after it were read as part of this row`;
}

/**
 * The rows of a table, including blank ones; if the text is cut off (not `isEnd`), only the complete rows. Wrapped rows
 * are unwrapped.
 */
export function* splitRows(text: string, isEnd: boolean, delimiter: Delimiter): Generator<SplitRow> {
  for (let start = 0; start < text.length; ) {
    const row = splitRow(text, start, isEnd, delimiter);
    if (!row) return;
    yield unwrapRow(row, delimiter);
    start += row.length;
  }
}

/**
 * A row of a table, which has several columns: if only its first cell has anything in it, and has delimiters that make
 * more cells than the row has, it is the row in that cell. Spreadsheet programs write rows like this if they opened a
 * file without splitting its lines into cells.
 */
export function unwrapRow(row: SplitRow, delimiter: Delimiter): SplitRow {
  const [cell = "", ...others] = row.cells;
  if (row.problem || !cell.includes(delimiter) || others.some((other) => other.trim() !== "")) return row;
  const inner = splitRow(cell, 0, true, delimiter);
  const isRow = inner?.length === cell.length && inner.cells.length > row.cells.length;
  return isRow ? { ...inner, length: row.length } : row;
}

/** Whether a row is blank: a line of nothing but space and delimiters. */
export function isBlank({ cells, problem }: SplitRow): boolean {
  return !problem && cells.every((cell) => cell === "" || cell.trim() === "");
}

function endOfPlainCell(text: string, start: number, comma: number): number {
  let end = start;
  while (end < text.length && !isSeparator(text.charCodeAt(end), comma)) end++;
  return end;
}

/**
 * Reads the cell whose content starts at `start`, after its opening quotation mark; null if more text is needed to
 * know where it ends. Its content is read only then: this takes much memory in a cell of nothing but quotation marks.
 * Undefined where the mark only begins the text: programs that separate by tabs double each mark, or write texts as
 * they are, as Google Sheets does.
 */
function readQuotedCell(
  text: string,
  start: number,
  isEnd: boolean,
  comma: number,
): QuotedCell | null | undefined {
  let problem: string | null = null;
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from);
    if (comma === TAB && (quote === -1 ? text.length : quote) - start > QUOTED_BY_TABS_LIMIT)
      return undefined;
    if (quote === -1 && !isEnd) return null;
    if (quote === -1 && comma === TAB) return undefined;
    if (quote === -1) return { content: text.slice(start), end: text.length, problem: NEVER_CLOSED };
    const end = skipSpace(text, quote + 1, comma);
    if (end === text.length && !isEnd) return null;
    if (end === text.length || isSeparator(text.charCodeAt(end), comma)) {
      return { content: text.slice(start, quote).replaceAll('""', '"'), end, problem };
    }
    const isDoubled = text.charCodeAt(quote + 1) === QUOTE;
    if (!isDoubled && comma === TAB) return undefined;
    if (!isDoubled) problem = NOT_DOUBLED;
    from = quote + (isDoubled ? 2 : 1);
  }
}

/**
 * The same for a cell with space before its opening quotation mark, as some programs and people write it; undefined
 * where the mark only begins the text: it is not closed at the cell's end, on the same line.
 */
function readSpacedCell(
  text: string,
  start: number,
  isEnd: boolean,
  comma: number,
): QuotedCell | null | undefined {
  let checked = start;
  for (let from = start; ; from += 2) {
    from = text.indexOf('"', from);
    const until = from === -1 ? text.length : from;
    // Only what is new: a cell of nothing but quotation marks would take a time that grows with the square of its length.
    if (/[\r\n]/.test(text.slice(checked, until))) return undefined;
    checked = until;
    if (from === -1) return isEnd ? undefined : null;
    const end = skipSpace(text, from + 1, comma);
    if (end === text.length && !isEnd) return null;
    if (end === text.length || isSeparator(text.charCodeAt(end), comma))
      return { content: text.slice(start, from).replaceAll('""', '"'), end, problem: null };
    if (text.charCodeAt(from + 1) !== QUOTE) return undefined;
  }
}

function skipSpace(text: string, start: number, comma: number): number {
  for (let end = start; ; end++) {
    const code = text.charCodeAt(end);
    if (code === comma || (code !== SPACE && code !== TAB)) return end;
  }
}

function isSeparator(code: number, comma: number): boolean {
  return code === comma || code === LF || code === CR;
}
