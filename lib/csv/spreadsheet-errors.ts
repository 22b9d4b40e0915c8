import { type Cell, Refusal } from "./cells.ts";

/**
 * What spreadsheets show in a cell, and write into files, where a formula has no result or a column is too narrow. In
 * each language most of Excel's and Google's end in a sign; these do not.
 */
const ERRORS_WITHOUT_SIGN = "N/A NV N/D N/B I/T YOK HIÁNYZIK NENÍ_K_DISPOZICI Н/Д GETTING_DATA".split(" ");
const ERROR = new RegExp(
  `^(?:#(?:[¡¿]?[\\p{Lu}\\d/_]+[!?]|${ERRORS_WITHOUT_SIGN.join("|")})|#{3,}|Err:5\\d\\d)$`,
  "u",
);

/** The error of a formula that has no result: also of one that no program has calculated, as scripts write it. */
export const NOT_CALCULATED = "#CALC!";
/** What stands for a picture or linked data in a cell: the file has an error there that no spreadsheet shows. */
export const PICTURE = "#PICTURE!";

const REASONS: Record<string, string> = {
  [NOT_CALCULATED]: "a formula without a result; open the workbook in a spreadsheet, and save it there",
  [PICTURE]: "a picture or linked data in the cell, not a text",
};

/** Refuses the errors of a spreadsheet. */
export const withoutErrors =
  <Value>(cell: Cell<Value>): Cell<Value> =>
  (raw) => {
    const text = raw.trim();
    if (!ERROR.test(text)) return cell(raw);
    return new Refusal(REASONS[text] ?? "an error of the spreadsheet");
  };
