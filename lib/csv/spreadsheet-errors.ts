import { type Cell, Refusal, withNext } from "./cells.ts";

/**
 * What spreadsheets show in a cell, and write into files, where a formula has no result or a column is too narrow. In each
 * language most of Excel's and Google's end in a sign; these do not.
 */
const ERRORS_WITHOUT_SIGN = "N/A NV N/D N/B I/T YOK HIÁNYZIK NENÍ_K_DISPOZICI Н/Д GETTING_DATA".split(" ");
const ERROR = new RegExp(
  `^(?:#(?:[¡¿]?[\\p{Lu}\\d/_]+[!?]|${ERRORS_WITHOUT_SIGN.join("|")})|#{3,}|Err:5\\d\\d)$`,
  "u",
);

/** Refuses the errors of a spreadsheet. */
export const withoutErrors = <Value extends string | null>(text: Cell<Value>): Cell<Value> =>
  withNext(text, (value) =>
    value && ERROR.test(value) ? new Refusal("an error of the spreadsheet") : value,
  );
