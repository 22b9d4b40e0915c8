import { createDecoder, withoutEndMarks, withoutMarks } from "./decode-text.ts";
import { type Encoding, findMarkedEncoding, findWindow, judgeWindow, WINDOW_LENGTH } from "./encoding.ts";
import { type Columns, matchNames } from "./header.ts";
import { DELIMITERS, type Delimiter, isBlank, type SplitRow, splitRows } from "./split-rows.ts";
import { countLines, unwrapLines } from "./wrapped-lines.ts";

/** The format of a file, as detected from its start. */
export type FileFormat = {
  /** UTF-8 if the start is plain ASCII; the decoder then decides again at the first byte that is not ASCII. */
  encoding: Encoding;
  delimiter: Delimiter;
  /** The separator of a program that has wrapped the lines of the file; null if none has. */
  wrapper: Delimiter | null;
  /** The number of the file's first line: 1, or 0 if it only declares the separator, as spreadsheets do not show it. */
  firstRow: 0 | 1;
  /** The row that names the columns, counted as in a spreadsheet, from 1; rows above it are a title. */
  headerRow: number;
};

/** Number of bytes from which the format of a file is detected. */
export const START_LENGTH = 1024 * 1024;

/** Number of leading rows, blank ones not counted, that may be the header. */
export const LEADING_ROWS = 30;

/** Number of rows, blank ones not counted, that are examined in all, to see how regular they are. */
const SAMPLE_ROWS = 60;

/** Number of lines by which is judged whether they were wrapped: few of them may show it. */
const JUDGED_LINES = 2_000;

type Start = {
  format: FileFormat;
  /** The start as text, without a byte order mark and unwrapped. */
  text: string;
};

/**
 * Detects the format of a file: the encoding from a byte order mark or the bytes themselves, then the separator and
 * the leading row that yield the most column names, above all the required ones. If no row names columns, the
 * separator that yields the most regular rows is used, and the first full row. The lines are unwrapped if that yields
 * more names, or fewer irregular rows.
 *
 * @param start the file's first `START_LENGTH` bytes, or all if there are fewer
 * @param isWhole whether these are the whole file
 */
export function findFormat<Field extends string>(
  start: Uint8Array,
  columns: Columns<Field>,
  isWhole: boolean,
): Start {
  const encoding = findEncoding(start, isWhole);
  const decoded = withoutMarks(createDecoder(encoding)(start, isWhole));
  const text = isWhole ? withoutEndMarks(decoded) : decoded;
  const given = SEPARATOR_LINE.exec(text)?.[1] as Delimiter | undefined;
  const firstRow = given ? 0 : 1;
  const sheetsBy = (delimiters: readonly Delimiter[]) =>
    delimiters.map((delimiter) => ({
      delimiter,
      rows: sampleRows(text, isWhole, { delimiter, firstRow, wrapper: null }),
    }));
  const sheets = sheetsBy(given ? [given] : DELIMITERS);
  // The declared separator may be that of another computer than the one that has saved the file.
  const named = findByNames(sheets, columns) ?? (given ? findByNames(sheetsBy(DELIMITERS), columns) : null);
  const { delimiter, headerRow } = named ?? findByShape(sheets);
  const format = { encoding, firstRow, delimiter, headerRow, wrapper: null } as const;
  return (given ? null : findWrapped(text, isWhole, { format, columns })) ?? { text, format };
}

/** A first line such as `sep=;`, by which Excel declares the separator of a file. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[,;\t| ]*(?=[\r\n])/i;

function findEncoding(start: Uint8Array, isWhole: boolean): Encoding {
  const marked = findMarkedEncoding(start);
  if (marked) return marked;
  const at = findWindow(start);
  const window = start.subarray(at, at + WINDOW_LENGTH);
  return judgeWindow(window, !isWhole || at + window.length < start.length);
}

type SampleRow = { rowNumber: number; cells: string[]; width: number };
type Sheet = { delimiter: Delimiter; rows: SampleRow[] };
type Place = Pick<FileFormat, "delimiter" | "headerRow">;

/** The first rows that are not blank. */
function sampleRows(text: string, isWhole: boolean, layout: RowLayout): SampleRow[] {
  const rows: SampleRow[] = [];
  for (const { rowNumber, row } of numberRows(text, isWhole, layout)) {
    if (rowNumber > 0 && !isBlank(row)) rows.push({ rowNumber, cells: row.cells, width: filledWidth(row) });
    if (rows.length === SAMPLE_ROWS) break;
  }
  return rows;
}

type RowLayout = Pick<FileFormat, "delimiter" | "firstRow" | "wrapper">;

/** The rows of a text with their numbers, as in a spreadsheet: if lines were wrapped, it shows a row for each of them. */
export function* numberRows(
  text: string,
  isWhole: boolean,
  { delimiter, firstRow, wrapper }: RowLayout,
): Generator<{ rowNumber: number; row: SplitRow }> {
  let rowNumber: number = firstRow;
  let start = 0;
  for (const row of splitRows(text, isWhole, delimiter)) {
    yield { rowNumber, row };
    const end = start + row.length;
    rowNumber += wrapper ? countLines(text.slice(start, end)) : 1;
    start = end;
  }
}

/** Number of cells up to the last one that is not blank. */
function filledWidth({ cells }: SplitRow): number {
  return cells.findLastIndex((cell) => cell.trim() !== "") + 1;
}

/**
 * The separator and row that name most required columns, then most columns, then precede most rows as wide. Once a
 * row names all required columns, the rows below it are data: another header among them is of a file pasted below.
 */
function findByNames<Field extends string>(sheets: Sheet[], columns: Columns<Field>): Place | null {
  const required = (Object.keys(columns) as Field[]).filter((field) => !columns[field].isOptional);
  let best: (Place & { score: number[] }) | null = null;
  for (const { delimiter, rows } of sheets) {
    let complete = Number.POSITIVE_INFINITY;
    for (const [index, { rowNumber, cells }] of rows.entries()) {
      // Beneath a header of two rows with merged cells, the second one names more.
      if (index === LEADING_ROWS || index > complete + 1) break;
      const known = new Set(matchNames(cells, columns).map(({ field }) => field));
      if (known.size < 2) continue;
      const named = required.filter((field) => known.has(field));
      const alike = rows.slice(index + 1).filter((row) => row.cells.length === cells.length);
      const score = [named.length, known.size, alike.length];
      if (!best || isHigher(score, best.score)) best = { delimiter, headerRow: rowNumber, score };
      if (named.length === required.length) complete = Math.min(complete, index);
    }
  }
  return best && { delimiter: best.delimiter, headerRow: best.headerRow };
}

/** The text without a layer that a program has wrapped around its lines; null if that does not make more of it. */
function findWrapped<Field extends string>(
  text: string,
  isWhole: boolean,
  { format, columns }: { format: FileFormat; columns: Columns<Field> },
): Start | null {
  const start = text.slice(0, endOfLine(text, JUDGED_LINES));
  const isAll = isWhole && start.length === text.length;
  let best = { format, score: scoreOf(start, isAll, format, columns) };
  for (const wrapper of DELIMITERS) {
    if (wrapper === format.delimiter || !(text.includes(wrapper) || text.includes('"'))) continue;
    const { lines } = unwrapLines(start, isAll, wrapper);
    const rows = sampleRows(lines, isAll, { ...format, wrapper });
    const place = findByNames([{ delimiter: format.delimiter, rows }], columns);
    if (!place) continue;
    const unwrapped = { ...format, wrapper, headerRow: place.headerRow };
    const score = scoreOf(lines, isAll, unwrapped, columns);
    if (isHigher(score, best.score)) best = { format: unwrapped, score };
  }
  const { wrapper } = best.format;
  if (!wrapper) return null;
  const { lines, rest } = unwrapLines(text, isWhole, wrapper);
  return { text: lines + rest, format: best.format };
}

/** Where a line ends; the end of the text if it has fewer lines. */
function endOfLine(text: string, line: number): number {
  const sign = text.includes("\n") ? "\n" : "\r";
  let end = 0;
  for (let count = 0; count < line; count++) {
    const next = text.indexOf(sign, end);
    if (next === -1) return text.length;
    end = next + 1;
  }
  return end;
}

/** How many names a layout yields, and how few of the rows below them are not as wide. */
function scoreOf<Field extends string>(
  text: string,
  isWhole: boolean,
  layout: FileFormat,
  columns: Columns<Field>,
): number[] {
  let names: string[] | null = null;
  let irregular = 0;
  for (const { rowNumber, row } of numberRows(text, isWhole, layout)) {
    if (rowNumber < layout.headerRow || isBlank(row)) continue;
    if (!names) names = row.cells;
    else if (row.cells.length !== names.length) irregular++;
  }
  return [matchNames(names ?? [], columns).length, -irregular];
}

function isHigher(score: number[], other: number[]): boolean {
  const at = score.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (score[at] ?? 0) > (other[at] ?? 0);
}

/** The separator that gives most rows the same width, and the first row that is about as full as they are. */
function findByShape(sheets: Sheet[]): Place {
  // Of a file of nothing but separators, every row is blank by its own one alone.
  const blank = sheets.find(({ rows }) => rows.length === 0);
  if (blank) return { delimiter: blank.delimiter, headerRow: 1 };
  let best: (Place & { share: number; width: number }) | null = null;
  for (const { delimiter, rows } of sheets) {
    const counts = new Map<number, number>();
    for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    for (const [width, count] of counts) {
      const share = count / rows.length;
      if (width < 2 || (best && (share < best.share || (share === best.share && width <= best.width))))
        continue;
      const header = rows
        .slice(0, LEADING_ROWS)
        .find(
          ({ cells }) => cells.filter((cell) => cell.trim() !== "").length >= Math.max(2, (width * 2) / 3),
        );
      best = { delimiter, headerRow: (header ?? rows[0])?.rowNumber ?? 1, share, width };
    }
  }
  return best
    ? { delimiter: best.delimiter, headerRow: best.headerRow }
    : { delimiter: sheets[0]?.delimiter ?? ",", headerRow: sheets[0]?.rows[0]?.rowNumber ?? 1 };
}
