import Papa from "papaparse";

/** Without this mark a spreadsheet assumes the computer's legacy encoding. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A row as CSV text (RFC 4180) with its line break. `parseCsv` returns the same cells, except for a row of
 * nothing but space, which it skips as a blank line, and lone surrogates, which UTF-8 cannot represent.
 */
export function serialiseRow(cells: string[]): string {
  return `${Papa.unparse([cells])}\r\n`;
}

/**
 * The beginnings of a formula: signs, also in full-width and small forms, and after space, invisible characters and
 * quotation marks. A spreadsheet that separates cells by semicolons ignores our quotation marks and splits at every
 * semicolon, tab and line break: a formula may begin after each. `IS_CUT` matches a cell that begins with a break.
 */
const IS_FORMULA = "(?=[\\p{Z}\\p{Cf}\\v\\f\"'`]*[=+\\-@＝＋－＠﹦﹢﹣﹫])";
const IS_CUT = "(?='*[\\t\\r\\n])";
const CELL_START = "(?<=^|[;\\t\\r\\n])";

const FORMULA_START = new RegExp(`${CELL_START}${IS_FORMULA}|^${IS_CUT}`, "gu");
const APOSTROPHE = new RegExp(`${CELL_START}'${IS_FORMULA}|^'${IS_CUT}`, "gu");

/** A number cannot name a function, a cell or a program, so it needs no apostrophe. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * Puts an apostrophe before anything that a spreadsheet would run as a formula, so that it is shown as text
 * (OWASP's advice on “CSV Injection”). `restoreFormula` removes it.
 */
export function neutraliseFormula(cell: string): string {
  return NUMBER.test(cell) ? cell : cell.replace(FORMULA_START, "'");
}

/** A text that some programs write as a formula, so that a spreadsheet takes it for no number or date. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/** The original of a cell that `neutraliseFormula` or `keepApostrophe` returned, and the text of `="text"`. */
export function restoreFormula(cell: string): string {
  const text = cell.startsWith('="') ? TEXT_FORMULA.exec(cell)?.[1] : undefined;
  if (text !== undefined) return text.replaceAll('""', '"');
  return cell.includes("'") ? cell.replace(APOSTROPHE, "") : cell;
}

/** Puts an apostrophe where `restoreFormula` would change a cell, and leaves other formulas as they are. */
export function keepApostrophe(cell: string): string {
  const kept = cell.replace(APOSTROPHE, "''");
  return TEXT_FORMULA.test(cell) ? `'${kept}` : kept;
}
