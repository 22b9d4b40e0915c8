/** A row as it stands in a text. */
type SplitRow = {
  cells: string[];
  /** Characters that it takes up, its line break included. */
  length: number;
  /** What is wrong with it, so that its cells cannot be trusted; otherwise null. */
  problem: string | null;
};

type Cell = { content: string; end: number; problem: string | null };

const NEVER_CLOSED = "a quotation mark is opened and never closed";
const NOT_DOUBLED = "a quotation mark inside a quoted cell is not doubled";

/** Cells that are kept of a row. Some rows are commas for a megabyte. */
const WIDTH_LIMIT = 1000;
const TOO_WIDE = `there are more than ${WIDTH_LIMIT.toLocaleString("en")} cells`;

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;

/**
 * Reads the row that starts at `start`, which is not the text's end; null if more text is needed to know where
 * the row ends. At the end of the file (`isEnd`) there is no more: the last row needs no line break.
 *
 * Papa Parse knows one line break a file. Where a file mixes them it joins rows, or takes the second half of
 * a break for the start of the next cell, and that cell's quotation marks for text.
 */
export function splitRow(text: string, start: number, isEnd: boolean): SplitRow | null {
  const cells: string[] = [];
  let problem: string | null = null;
  for (let at = start; ; at++) {
    const isQuoted = text.charCodeAt(at) === QUOTE;
    const cell = isQuoted ? readQuotedCell(text, at + 1) : readPlainCell(text, at);
    problem = cell.problem ?? problem;
    if (cells.length < WIDTH_LIMIT) cells.push(cell.content);
    else problem ??= TOO_WIDE;
    at = cell.end;
    if (text.charCodeAt(at) === COMMA) continue;
    // What the text ends in may be half a cell, and a CR half a line break.
    if (!isEnd && at + (text.charCodeAt(at) === CR ? 1 : 0) >= text.length) return null;
    const breakLength = text.startsWith("\r\n", at) ? 2 : 1;
    return { cells, problem, length: Math.min(at + breakLength, text.length) - start };
  }
}

function readPlainCell(text: string, start: number): Cell {
  let end = start;
  while (end < text.length && !isSeparator(text.charCodeAt(end))) end++;
  return { content: text.slice(start, end), end, problem: null };
}

/** The cell whose content starts at `start`, behind its quotation mark. */
function readQuotedCell(text: string, start: number): Cell {
  let problem: string | null = null;
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { content: text.slice(start), end: text.length, problem: NEVER_CLOSED };
    const end = skipSpace(text, quote + 1);
    if (end === text.length || isSeparator(text.charCodeAt(end))) {
      return { content: text.slice(start, quote).replaceAll('""', '"'), end, problem };
    }
    const isDoubled = text.charCodeAt(quote + 1) === QUOTE;
    if (!isDoubled) problem = NOT_DOUBLED;
    from = quote + (isDoubled ? 2 : 1);
  }
}

function skipSpace(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === SPACE || text.charCodeAt(end) === TAB) end++;
  return end;
}

function isSeparator(code: number): boolean {
  return code === COMMA || code === LF || code === CR;
}
