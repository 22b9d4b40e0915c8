import { NOT_CALCULATED, PICTURE } from "./spreadsheet-errors.ts";
import { type Merge, parseLinkFormula, setCell } from "./workbook-fillers.ts";
import { attributeOf, isOn, type XmlHandlers } from "./workbook-parts.ts";
import { formatDate, type NumberStyle } from "./workbook-styles.ts";

/** The workbook data that the cells of a sheet refer to. */
type SheetContext = {
  strings: string[];
  styles: NumberStyle[];
  isFrom1904: boolean;
  /** Whether a spreadsheet is to calculate all formulas when it opens the workbook: their results are then not known. */
  isUncalculated: boolean;
};

const ROW_LIMIT = 1_048_576;
const COLUMN_LIMIT = 16_384;
/** A link of many cells is short in a file: without a limit, a few of them would fill the memory. */
const MOST_LINKED_CELLS = 1_000_000;

/** Reads the shared strings, which cells of all sheets refer to. */
export function sharedStringReader(strings: string[]): XmlHandlers {
  let text = "";
  let isText = false;
  // `rPh` contains the pronunciation of a text, which is skipped.
  let isPhonetic = false;
  return {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      if (name === "t") isText = !isPhonetic;
    },
    text(part) {
      if (isText) text += part;
    },
    close(name) {
      if (name === "t") isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") strings.push(decodeEscapes(text));
    },
  };
}

/** A cell with a link: its address, or the id of the relation of the sheet that has it. */
export type LinkedCell = { row: number; column: number } & ({ address: string } | { relation: string });

type SheetHandlers = {
  /** Gets the row's number, its cells up to the last one that is not empty, and whether it is hidden, also by a filter. */
  onRow(rowNumber: number, cells: string[], isHidden: boolean): void;
  /** Gets each merge of cells in several rows, after the last row. */
  onMerge(merge: Merge): void;
  /** Gets each cell with a link: those of formulas while their rows are read, the others after the last row. */
  onLink(link: LinkedCell): void;
};

/** Reads the cells of a sheet, row by row. */
export function sheetReader(context: SheetContext, { onRow, onMerge, onLink }: SheetHandlers): XmlHandlers {
  let rowNumber = 0;
  let column = 0;
  let cells: string[] = [];
  let isHidden = false;
  let type = "";
  let style = 0;
  /** Whether the cell has more than a value (`vm`), such as a picture. */
  let isRich = false;
  let raw = "";
  let isValue = false;
  let isPhonetic = false;
  let isInFormula = false;
  let formula: string | null = null;
  let linkedCells = 0;
  return {
    open(name, attributes) {
      if (name === "row") {
        const next = Number(attributes.r ?? rowNumber + 1);
        if (!(next > rowNumber && next <= ROW_LIMIT)) throw new Error(`row ${next} after row ${rowNumber}`);
        rowNumber = next;
        column = 0;
        cells = [];
        isHidden = isOn(attributes.hidden);
      } else if (name === "c") {
        column = columnOf(attributes.r) ?? column + 1;
        if (column > COLUMN_LIMIT) throw new Error(`column ${column}`);
        type = attributes.t ?? "n";
        style = Number(attributes.s ?? 0);
        isRich = attributes.vm !== undefined;
        raw = "";
        formula = null;
      } else if (name === "f") {
        isInFormula = true;
        formula = "";
      } else if (name === "rPh") isPhonetic = true;
      else if (name === "v" || name === "t") isValue = !isPhonetic;
      else if (name === "mergeCell") {
        const merge = parseMerge(attributes.ref);
        if (merge) onMerge(merge);
      } else if (name === "hyperlink") {
        const relation = attributeOf(attributes, "id");
        if (!relation) return;
        for (const cell of cellsOf(attributes.ref, rowNumber)) {
          linkedCells += 1;
          if (linkedCells > MOST_LINKED_CELLS) break;
          onLink({ ...cell, relation });
        }
      }
    },
    text(part) {
      if (isValue) raw += part;
      if (isInFormula) formula += part;
    },
    close(name) {
      if (name === "f") isInFormula = false;
      else if (name === "v" || name === "t") isValue = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "row") onRow(rowNumber, cells, isHidden);
      else if (name === "c") {
        // A program that cannot calculate writes formulas without a result or with 0; an empty text has a type.
        const isEmpty = raw === "" || (context.isUncalculated && Number(raw) === 0);
        const lacksResult = formula !== null && isEmpty && type === "n";
        const link = formula === null ? null : parseLinkFormula(formula);
        if (link) onLink({ row: rowNumber, column, address: link.address });
        const isPicture = isRich && type === "e" && formula === null;
        const shown = isPicture ? PICTURE : showCell(type, style, raw, context);
        const value = lacksResult ? (link?.text ?? NOT_CALCULATED) : shown;
        if (value === "") return;
        setCell(cells, column, value);
      }
    },
  };
}

/** The longest reference that a sheet may have: `XFD1048575:XFD1048576`. */
const LONGEST_REFERENCE = 21;

/** `A2:B9` → the cells of column 1 from row 2 to 9; null if the cells are all in one row. */
function parseMerge(reference = ""): Merge | null {
  if (reference.length > LONGEST_REFERENCE) return null;
  const [from = "", to = ""] = reference.split(":");
  const [first, last] = [rowOf(from), rowOf(to)];
  const column = columnOf(from);
  return column && first && last && first < last ? { column, first, last } : null;
}

/** The cells of a reference such as `D2` or `D2:E9`, down to a row. */
function* cellsOf(reference = "", lastRow: number): Generator<{ row: number; column: number }> {
  const [from = "", to = from] = reference.split(":");
  const [first, last] = [rowOf(from) ?? 1, Math.min(rowOf(to) ?? 0, lastRow)];
  const [left, right] = [columnOf(from) ?? 1, Math.min(columnOf(to) ?? 0, COLUMN_LIMIT)];
  for (let row = first; row <= last; row++)
    for (let column = left; column <= right; column++) yield { row, column };
}

function showCell(type: string, style: number, raw: string, context: SheetContext): string {
  if (type === "s") return (raw.trim() && context.strings[Number(raw)]) || "";
  if (type === "b") return raw.trim() === "1" ? "TRUE" : "FALSE";
  if (type !== "n") return decodeEscapes(raw);
  if (raw.trim() === "") return "";
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  const shown = context.styles[style];
  // A spreadsheet calculates with 15 digits; any further digits are rounding noise.
  const rounded = (number: number) => String(Number(number.toPrecision(15)));
  if (shown === "percentage") return `${rounded(value * 100)}%`;
  return (shown === "date" ? formatDate(value, context.isFrom1904) : null) ?? rounded(value);
}

/** `AB12` → 28. */
function columnOf(reference: string | undefined): number | null {
  const letters = reference?.match(/^[A-Z]{1,3}/i)?.[0];
  if (!letters) return null;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** `AB12` → 12. */
function rowOf(reference: string): number | null {
  return Number(reference.match(/^[A-Z]{1,3}(\d{1,7})$/i)?.[1]) || null;
}

/** Characters that XML cannot hold, such as a carriage return, are written as `_x000D_`. */
function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
