import Papa from "papaparse";

/** Without it a spreadsheet takes the file for one in the computer's old encoding. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A row as CSV text (RFC 4180) with its line break. `parseCsv` reads the same cells again, except for a row
 * of nothing but space, which is a blank line to it, and halves of surrogate pairs, which UTF-8 cannot hold.
 */
export function serialiseRow(cells: string[]): string {
  return `${Papa.unparse([cells])}\r\n`;
}

/**
 * What begins a formula, signs in their full-width and small forms too, and behind space, invisible signs and quotation
 * marks. A spreadsheet whose cells are separated by semicolons takes no notice of our quotation marks and cuts at every
 * semicolon, tab and line break: one may begin behind each of these. The last part is for a cell that begins with such a cut.
 */
const IS_FORMULA = "(?=[\\p{Z}\\p{Cf}\\v\\f\"'`]*[=+\\-@＝＋－＠﹦﹢﹣﹫])";
const IS_CUT = "(?='*[\\t\\r\\n])";
const CELL_START = "(?<=^|[;\\t\\r\\n])";

const FORMULA_START = new RegExp(`${CELL_START}${IS_FORMULA}|^${IS_CUT}`, "gu");
const APOSTROPHE = new RegExp(`${CELL_START}'${IS_FORMULA}|^'${IS_CUT}`, "gu");

/** A number cannot name a function, a cell or a program; it may stay what it is. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * Puts an apostrophe before what a spreadsheet would take for a formula and run, so that it is shown as text
 * (OWASP's advice on “CSV Injection”). `restoreFormula` takes it off.
 */
export function neutraliseFormula(cell: string): string {
  return NUMBER.test(cell) ? cell : cell.replace(FORMULA_START, "'");
}

/** The cell that `neutraliseFormula` or `keepApostrophe` was given. */
export function restoreFormula(cell: string): string {
  return cell.includes("'") ? cell.replace(APOSTROPHE, "") : cell;
}

/** Doubles an apostrophe that `restoreFormula` would take off, and leaves formulas as they are. */
export function keepApostrophe(cell: string): string {
  return cell.replace(APOSTROPHE, "''");
}
