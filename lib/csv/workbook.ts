import { describeOtherKind } from "./file-kinds.ts";
import { type Failure, failure } from "./parse-csv.ts";
import {
  isWebLink,
  type Link,
  type LinkReader,
  linkFiller,
  type Merge,
  mergeFiller,
} from "./workbook-fillers.ts";
import { attributeOf, isOn, WorkbookError, WorkbookParts } from "./workbook-parts.ts";
import { type LinkedCell, sharedStringReader, sheetReader } from "./workbook-sheet.ts";
import { readNumberStyles } from "./workbook-styles.ts";

type WorkbookCsv = {
  ok: true;
  /** In UTF-8. Row numbers are those of the sheet: an empty row is an empty line. */
  csv: Blob;
  /** The name of the sheet that was read. */
  sheet: string;
  /** The names of the other visible sheets. */
  otherSheets: string[];
  /** How many of its rows with cells are hidden, also by a filter; they are in the CSV. */
  hiddenRows: number;
};

const MEGABYTE = 1024 * 1024;

/** The most bytes of a workbook, of an unpacked part, and of the resulting CSV. */
export const WORKBOOK_LIMITS = { file: 50 * MEGABYTE, part: 300 * MEGABYTE, csv: 100 * MEGABYTE };

const NO_WORKBOOK = "This is not an Excel workbook (.xlsx).";

type Choice = { sheet?: string; isMeant?: (csv: Blob) => Promise<boolean>; links?: LinkReader };

/**
 * Converts a sheet of an .xlsx workbook to CSV, in the browser, so that no server has to unpack an upload. Cells have
 * the values that the spreadsheet computed: numbers without formatting but for a percent sign, dates in ISO 8601, links as
 * their text, unless `links` says otherwise. Cells that are merged with one above have its value.
 *
 * The workbook is unpacked and parsed in pieces. Memory holds the shared strings and the CSV.
 *
 * @param options.sheet the name of a sheet; the default is the first visible sheet that `isMeant` accepts, or else the
 *   first with a row below its first one, or else the first that is not empty
 */
export async function workbookToCsv(
  file: Blob,
  { limits = WORKBOOK_LIMITS, ...choice }: Choice & { limits?: typeof WORKBOOK_LIMITS } = {},
): Promise<WorkbookCsv | Failure> {
  if (file.size > limits.file) {
    return failure(
      `A workbook may have at most ${limits.file / MEGABYTE} MB. Save it as CSV, and import that.`,
    );
  }
  if (file.size === 0) return failure("The file is empty.");
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (start[0] === 0xd0 && start[1] === 0xcf) {
    return failure(
      "This workbook is of the kind before 2007, or has a password. Save it as .xlsx, without one.",
    );
  }
  if (start[0] !== 0x50 || start[1] !== 0x4b) {
    return failure(describeOtherKind(start) ?? NO_WORKBOOK);
  }
  try {
    return await convert(await WorkbookParts.open(file, limits.part), choice, limits.csv);
  } catch (error) {
    return failure(
      error instanceof WorkbookError
        ? error.message
        : "This workbook is damaged, or is none. Open it in a spreadsheet and save it again as .xlsx or as CSV.",
    );
  }
}

async function convert(
  parts: WorkbookParts,
  { sheet: wanted, isMeant, links: linkReader }: Choice,
  byteLimit: number,
): Promise<WorkbookCsv | Failure> {
  const other = describeOtherArchive(parts);
  if (other) return failure(other);
  const workbook = await readWorkbook(parts);
  const strings: string[] = [];
  if (workbook.strings) await parts.read(workbook.strings, sharedStringReader(strings));
  const styles = workbook.styles ? await readNumberStyles(parts, workbook.styles) : [];
  const { isFrom1904, isUncalculated } = workbook;
  const context = { strings, styles, isFrom1904, isUncalculated };

  async function readSheet(path: string, completeRow?: (rowNumber: number, cells: string[]) => void) {
    const lines = new CsvLines(byteLimit);
    const merges: Merge[] = [];
    const linked: LinkedCell[] = [];
    const onRow = (rowNumber: number, cells: string[], isHidden: boolean) => {
      completeRow?.(rowNumber, cells);
      lines.add(rowNumber, cells);
      if (isHidden && cells.length > 0) lines.hiddenRows += 1;
    };
    const onMerge = (merge: Merge) => merges.push(merge);
    const onLink = (link: LinkedCell) => linked.push(link);
    await parts.read(path, sheetReader(context, { onRow, onMerge, onLink }));
    return { lines, merges, linked };
  }

  /** Which cells are merged or linked stands behind them, so that a sheet that has such is read twice. */
  async function readWhole(path: string): Promise<CsvLines> {
    const { lines, merges, linked } = await readSheet(path);
    const links = linkReader ? await resolveLinks(parts, path, linked) : [];
    if (merges.length === 0 && links.length === 0) return lines;
    const fillMerged = mergeFiller(merges);
    const fillLinks = linkReader && links.length > 0 ? linkFiller(links, linkReader, lines.width) : null;
    const whole = await readSheet(path, (rowNumber, cells) => {
      fillLinks?.(rowNumber, cells);
      fillMerged(rowNumber, cells);
    });
    return whole.lines;
  }

  let [long, short]: (WorkbookCsv | null)[] = [null, null];
  for (const { name, path } of workbook.sheets) {
    if (wanted !== undefined && name !== wanted) continue;
    const lines = await readWhole(path);
    const otherSheets = workbook.sheets.map((sheet) => sheet.name).filter((sheet) => sheet !== name);
    const { hiddenRows } = lines;
    const read: WorkbookCsv = { ok: true, csv: lines.toBlob(), sheet: name, otherSheets, hiddenRows };
    if (wanted !== undefined) return read;
    if (lines.rows > 1 && (workbook.sheets.length === 1 || !isMeant || (await isMeant(read.csv))))
      return read;
    if (lines.rows > 1) long ??= read;
    else if (lines.rows === 1) short ??= read;
  }
  const first = long ?? short;
  if (first) return first;
  return failure(
    wanted === undefined
      ? "No sheet of this workbook that can be seen has anything in it."
      : `This workbook has no sheet “${wanted}”.`,
  );
}

type Workbook = {
  /** The visible sheets, in their order. */
  sheets: { name: string; path: string }[];
  strings: string | null;
  styles: string | null;
  isFrom1904: boolean;
  isUncalculated: boolean;
};

async function readWorkbook(parts: WorkbookParts): Promise<Workbook> {
  const [main] = (await readRelations(parts, "")).filter(({ type }) => type === "officeDocument");
  const path = main?.path ?? "xl/workbook.xml";
  const relations = await readRelations(parts, path);
  const workbook: Workbook = {
    sheets: [],
    strings: relations.find(({ type }) => type === "sharedStrings")?.path ?? null,
    styles: relations.find(({ type }) => type === "styles")?.path ?? null,
    isFrom1904: false,
    isUncalculated: false,
  };
  await parts.read(path, {
    open(name, attributes) {
      if (name === "workbookPr") {
        workbook.isFrom1904 = isOn(attributeOf(attributes, "date1904"));
      }
      if (name === "calcPr") workbook.isUncalculated = isOn(attributeOf(attributes, "fullCalcOnLoad"));
      if (name !== "sheet") return;
      const id = attributeOf(attributes, "id");
      const sheet = relations.find((relation) => relation.id === id && relation.type === "worksheet");
      const isVisible = (attributeOf(attributes, "state") ?? "visible") === "visible";
      if (sheet && isVisible) {
        workbook.sheets.push({ name: attributeOf(attributes, "name") ?? "", path: sheet.path });
      }
    },
  });
  return workbook;
}

/** The links that lead to pages on the web, with their addresses. */
async function resolveLinks(parts: WorkbookParts, path: string, cells: LinkedCell[]): Promise<Link[]> {
  if (cells.length === 0) return [];
  const targets = new Map((await readRelations(parts, path)).map(({ id, target }) => [id, target]));
  return cells.flatMap((cell) => {
    const address = "address" in cell ? cell.address : targets.get(cell.relation);
    return address && isWebLink(address) ? [{ row: cell.row, column: cell.column, address }] : [];
  });
}

/** What a part refers to: another part at `path`, or outside of the archive, what `target` says. */
type Relation = { id: string; type: string; target: string; path: string };

/** The parts that a part refers to; an empty path stands for the archive itself. */
async function readRelations(parts: WorkbookParts, path: string): Promise<Relation[]> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const base = `archive:/${folder}`;
  const relations: Relation[] = [];
  await parts.read(`${folder}_rels/${path.slice(folder.length)}.rels`, {
    open(name, attributes) {
      if (name !== "Relationship") return;
      const target = attributeOf(attributes, "Target") ?? "";
      relations.push({
        id: attributeOf(attributes, "Id") ?? "",
        type: (attributeOf(attributes, "Type") ?? "").replace(/^.*\//, ""),
        target,
        path: URL.canParse(target, base) ? new URL(target, base).pathname.slice(1) : "",
      });
    },
  });
  return relations;
}

function describeOtherArchive(parts: WorkbookParts): string | null {
  if (parts.has("xl/workbook.bin")) return "This is a binary workbook (.xlsb). Save it as .xlsx.";
  if (parts.has("content.xml"))
    return "This is an OpenDocument spreadsheet (.ods). Save it as .xlsx or as CSV.";
  if (parts.hasLike(".iwa")) return "This is a document of Numbers. Choose File, Export To and Excel or CSV.";
  if (parts.hasLike("workbook.xml")) return null;
  return "This is a ZIP archive and not an Excel workbook. Unpack it and choose the file that is in it.";
}

/** The first rows, which may contain the header; each is padded to the width of the sheet. */
const LEADING_ROWS = 100;
/**
 * The width up to which every row counts, when others are padded to the widest one. A wider row counts if half of its
 * cells have values: a stray cell far to the right would make every line as long.
 */
const SURE_WIDTH = 256;

/** Rows as lines of CSV. Each is padded to at least the width of the leading rows, as a sheet gives no row width. */
class CsvLines {
  /** The number of rows that are not empty. */
  rows = 0;
  hiddenRows = 0;
  private readonly byteLimit: number;
  private readonly leading: string[][] = [];
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private pending = "";
  private length = 0;
  private lines = LEADING_ROWS;
  private leadingWidth = 0;
  /** The number of columns, but for stray cells far to the right. */
  width = 0;

  constructor(byteLimit: number) {
    this.byteLimit = byteLimit;
  }

  add(rowNumber: number, cells: string[]): void {
    if (cells.length === 0) return;
    this.rows += 1;
    if (cells.length <= SURE_WIDTH || cells.filter(Boolean).length * 2 >= cells.length)
      this.width = Math.max(this.width, cells.length);
    // Checked before the line is built: many cells can share one long text.
    const padding = Math.max(0, this.leadingWidth - cells.length);
    this.grow(cells.reduce((length, cell) => length + cell.length + 1, padding));
    if (rowNumber <= LEADING_ROWS) {
      this.leading[rowNumber - 1] = cells;
      this.leadingWidth = this.width;
      return;
    }
    this.pending += "\n".repeat(rowNumber - 1 - this.lines) + lineOf(cells, this.leadingWidth);
    this.lines = rowNumber;
    if (this.pending.length > 64 * 1024) this.flush();
  }

  toBlob(): Blob {
    this.flush();
    if (this.parts.length > 0) this.leading.length = LEADING_ROWS;
    const lines = Array.from(this.leading, (cells) => (cells ? lineOf(cells, this.width) : "\n"));
    return new Blob(["\uFEFF", ...lines, ...this.parts], { type: "text/csv" });
  }

  private flush(): void {
    if (this.pending) this.parts.push(new TextEncoder().encode(this.pending));
    this.pending = "";
  }

  private grow(length: number): void {
    this.length += length;
    if (this.length <= this.byteLimit) return;
    const limit = Math.round(this.byteLimit / MEGABYTE);
    throw new WorkbookError(`The sheet is too large: as CSV it has more than ${limit} MB.`);
  }
}

function lineOf(cells: string[], width: number): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(",")}${",".repeat(Math.max(0, width - cells.length))}\n`;
}
