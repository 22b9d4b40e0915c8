import { type Delimiter, splitRow } from "./split-rows.ts";

// A spreadsheet program that expects another separator opens a file with each line in the first cell of a row; where a
// line contains the program's own separator, the rest of it is in the cells beside it. If the file is saved like this, a
// second layer of separators and quotation marks is wrapped around its lines.

/** Beyond this, a quotation mark of the outer layer was never closed. */
const MOST_BUFFERED = 256 * 1024;

/** The lines within a text that was wrapped by a program whose separator is `wrapper`; `rest` is an incomplete last row. */
export function unwrapLines(
  text: string,
  isEnd: boolean,
  wrapper: Delimiter,
): { lines: string; rest: string } {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const row = splitRow(text, start, isEnd, wrapper);
    if (!row) break;
    const filled = row.cells.slice(0, row.cells.findLastIndex((cell) => cell !== "") + 1);
    lines.push(row.problem ? text.slice(start, start + row.length) : `${filled.join(wrapper)}\n`);
    start += row.length;
  }
  return { lines: lines.join(""), rest: text.slice(start) };
}

/** The same for the pieces of a text of any length. */
export async function* unwrapPieces(
  pieces: AsyncIterable<string>,
  wrapper: Delimiter,
): AsyncGenerator<string> {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    const { lines, rest } = unwrapLines(text, false, wrapper);
    yield lines;
    text = rest;
    if (text.length < MOST_BUFFERED) continue;
    yield text;
    text = "";
  }
  yield unwrapLines(text, true, wrapper).lines;
}

/** Number of lines of a row. */
export const countLines = (row: string): number => Math.max(1, row.match(/\n/g)?.length ?? 0);
