import { type Cell, Refusal, withNext } from "./cells.ts";

// Texts that are of the program which has written a file, and not of the person who has filled it in.

/**
 * What spreadsheets show in a cell, and write into files, where a formula has no result or a column is too narrow. In each
 * language most of Excel's and Google's end in a sign; these do not.
 */
const ERRORS_WITHOUT_SIGN = "N/A NV N/D N/B I/T NA YOK HIÁNYZIK NENÍ_K_DISPOZICI Н/Д GETTING_DATA".split(" ");
const ERROR = new RegExp(
  `^(?:#(?:[¡¿]?[\\p{Lu}\\d/_]+[!?]|${ERRORS_WITHOUT_SIGN.join("|")})|#{3,}|Err:5\\d\\d)$`,
  "u",
);

/** Refuses the errors of a spreadsheet. */
export const withoutErrors = <Value extends string | null>(text: Cell<Value>): Cell<Value> =>
  withNext(text, (value) =>
    value && ERROR.test(value) ? new Refusal("an error of the spreadsheet") : value,
  );

/** What databases write into a file where nothing is stored. */
const NULLS = new Set(["\\N", "NULL"]);

/** Reads what databases write for an empty cell as one. */
export const withoutNulls =
  <Value>(cell: Cell<Value>): Cell<Value> =>
  (raw) =>
    cell(NULLS.has(raw.trim()) ? "" : raw);

/** Blanks of any width; an ideographic one is seen to be another. */
const BLANKS = /[ \u00A0\u2000-\u200A\u202F\u205F]+/g;
const ODD_BLANK = /[\u00A0\u2000-\u200A\u202F\u205F]| {2}/;

/** Names that look the same are the same: blanks within them become single spaces. */
export const withPlainBlanks =
  <Value>(cell: Cell<Value>): Cell<Value> =>
  (raw) =>
    cell(ODD_BLANK.test(raw) ? raw.replace(BLANKS, " ") : raw);
