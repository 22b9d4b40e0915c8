import { nextTurn } from "../next-turn.ts";
import { type ByteSource, decodeText, withoutEndMarks } from "./decode-text.ts";
import type { Encoding } from "./encoding.ts";
import { type Delimiter, isBlank, splitRow, unwrapRow } from "./split-rows.ts";
import { countLines, unwrapPieces } from "./wrapped-lines.ts";

/** Why a file cannot be read (any further), as a message for the person who chose it. */
export type Failure = { ok: false; message: string };

export function failure(message: string): Failure {
  return { ok: false, message };
}

/** A row of the file, not yet validated. */
export type CsvRow = {
  ok: true;
  /** As in a spreadsheet: blank lines count, although they are skipped here. */
  rowNumber: number;
  cells: string[];
  /** Characters that the row takes up in the file. */
  length: number;
  /** What is wrong with the row, so that its cells cannot be trusted; otherwise null. */
  problem: string | null;
  /** Whether it ends early together with all rows of its block; see `BLOCK_ROWS`. */
  isOfShortBlock?: true;
};

/**
 * Excel leaves out the separators after the last cell that has something in it, for every sixteen rows together: such
 * rows are shorter than the header, and as long as those beside them. The last row may be the only one of its sixteen.
 */
const BLOCK_ROWS = 16;
const blockOf = ({ rowNumber }: CsvRow) => Math.floor((rowNumber - 1) / BLOCK_ROWS);

/**
 * Longest row in characters. A longer one is not CSV, or is the rest of a file after a quotation mark that was
 * never closed: lectures, which have the longest rows, need a third of it with every character doubled.
 */
export const ROW_LIMIT = 256 * 1024;

/** Bytes decoded and characters parsed at once: few, as one wide character makes the whole string use wide ones. */
const PIECE_LENGTH = 16 * 1024;

/** Characters to read before yielding to other work of the process. */
const TURN_LENGTH = 1024 * 1024;

type Options = {
  /** What the rows contain, in the plural, for a message. */
  contents?: string;
  /** Defaults to UTF-8; null to detect UTF-8 or a legacy encoding from the file itself. */
  encoding?: Encoding | null;
  delimiter?: Delimiter;
  /** The separator of a program that has wrapped the lines. */
  wrapper?: Delimiter | null;
  /** The number of the file's first line, 1 by default. */
  firstRow?: number;
  /** Each row up to this one, or to the first one below it, is yielded in its own list; 0, the default, means none. */
  headerRow?: number;
  /** Whether the rows are those of a table, and wrapped ones are unwrapped. */
  isTable?: boolean;
  /** Whether a row below the header has nothing that is read: it is skipped like a blank one. */
  isEmpty?: (cells: string[]) => boolean;
  rowLimit?: number;
  pieceLength?: number;
};

/**
 * Reads a file of separated cells of any size, and yields its rows in lists: awaiting each of a million rows takes
 * longer than reading them. Lines may end in LF, CRLF (or both) or CR; a quoted cell may contain delimiters, line
 * breaks and doubled quotation marks. A line that contains only space and delimiters is blank: it is skipped, but
 * counted in `rowNumber`.
 *
 * The source is read only as rows are requested, and memory holds one piece of the file and its rows. A row
 * longer than `rowLimit` ends the reading with a failure as the last item.
 */
export async function* parseCsv(
  source: ByteSource,
  options: Options = {},
): AsyncGenerator<CsvRow[] | Failure> {
  const {
    contents = "this kind",
    encoding = "utf-8",
    delimiter = ",",
    headerRow = 0,
    isTable,
    isEmpty = () => false,
    wrapper,
  } = options;
  const { firstRow = 1, rowLimit = ROW_LIMIT, pieceLength = PIECE_LENGTH } = options;
  let text = "";
  let wanted = pieceLength;
  let nextNumber = firstRow;
  let isBelowHeader = headerRow === 0;
  let width = 0;
  let rows: CsvRow[] = [];
  /** The latest row if it is the first of its block, and its line ends. */
  let beginning: CsvRow | null = null;
  let block = -1;

  /** Marks the latest two rows if they end early together. */
  function markShortBlock(): void {
    const [one, other] = rows.slice(-2);
    if (!one || !other || other.cells.length >= width - 1) return;
    if (one.cells.length === other.cells.length && blockOf(one) === blockOf(other))
      one.isOfShortBlock = other.isOfShortBlock = true;
  }

  function* readRows(isEnd: boolean): Generator<CsvRow[] | Failure> {
    let start = 0;
    while (start < text.length) {
      const row = splitRow(text, start, isEnd, delimiter);
      if (!row) break;
      const rowNumber = nextNumber;
      nextNumber += wrapper ? countLines(text.slice(start, start + row.length)) : 1;
      if (row.length > rowLimit) {
        if (rows.length > 0) yield rows;
        return yield tooLong(rowNumber, text.slice(start, start + rowLimit), contents);
      }
      start += row.length;
      if (isBlank(row)) continue;
      const { cells, length, problem } = isTable ? unwrapRow(row, delimiter) : row;
      if (!problem && isBelowHeader && isEmpty(cells)) continue;
      const latest: CsvRow = { ok: true, rowNumber, cells, length, problem };
      rows.push(latest);
      beginning = blockOf(latest) !== block && /[\r\n]/.test(text.charAt(start - 1)) ? latest : null;
      block = blockOf(latest);
      if (isBelowHeader) {
        markShortBlock();
        continue;
      }
      isBelowHeader = rowNumber >= headerRow;
      width = cells.length;
      yield rows;
      rows = [];
    }
    if (isEnd && beginning && beginning.cells.length < width - 1) beginning.isOfShortBlock = true;
    text = text.slice(start);
    const isTooLong = text.length > rowLimit;
    // The last row waits for the one after it.
    const ready = isEnd || isTooLong ? rows : rows.slice(0, -1);
    rows = rows.slice(ready.length);
    if (ready.length > 0) yield ready;
    if (isTooLong) yield tooLong(nextNumber, text.slice(0, rowLimit), contents);
  }

  let sinceTurn = 0;
  const pieces = decodeText(source, encoding, pieceLength);
  for await (const piece of wrapper ? unwrapPieces(pieces, wrapper) : pieces) {
    text += piece;
    sinceTurn += piece.length;
    if (sinceTurn >= TURN_LENGTH) {
      sinceTurn = 0;
      await nextTurn();
    }
    if (text.length < wanted) continue;
    for (const item of readRows(false)) {
      yield item;
      if (!Array.isArray(item)) return;
    }
    // An unfinished row is parsed again from its start, so the text doubles in length before the next attempt.
    wanted = text.length + Math.max(text.length, pieceLength);
  }
  text = withoutEndMarks(text);
  yield* readRows(true);
}

/** @param start the row's beginning, cut at the length limit */
export function tooLong(rowNumber: number, start: string, contents: string): Failure {
  const limit = `Row ${rowNumber} is longer than ${start.length.toLocaleString("en")} characters.`;
  const hint = start.includes('"')
    ? "Is a quotation mark in it left open?"
    : `No row of a file of ${contents} is that long.`;
  return failure(`${limit} ${hint}`);
}
