import Papa from "papaparse";

/**
 * A row as CSV text (RFC 4180) with its line break. `parseCsv` reads the same cells again, except for a row
 * of nothing but space, which is a blank line to it, and halves of surrogate pairs, which UTF-8 cannot hold.
 */
export function serialiseRow(cells: string[]): string {
  return `${Papa.unparse([cells])}\r\n`;
}

/**
 * Where a formula begins: at the start of the cell, or where one cell may become two. A spreadsheet whose
 * cells are separated by semicolons takes no notice of our quotation marks and cuts at every semicolon, tab
 * and line break. Signs that begin formulas count in their full-width and small forms too, and behind space,
 * invisible signs and quotation marks.
 */
const FORMULA_START = /(?<=^|[;\t\r\n])(?=[\p{Z}\p{Cf}\v\f"'`]*[=+\-@＝＋－＠﹦﹢﹣﹫])|^(?=[\t\r\n])/gu;

/** A number cannot name a function, a cell or a program; it may stay what it is. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * Puts an apostrophe before what a spreadsheet would take for a formula and run, so that it is shown as text
 * (OWASP's advice on “CSV Injection”).
 */
export function neutraliseFormula(cell: string): string {
  return NUMBER.test(cell) ? cell : cell.replace(FORMULA_START, "'");
}
