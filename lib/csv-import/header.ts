import { COLUMN_NAMES, FIELDS, type Field, findField } from "./columns.ts";
import { type Failure, failure } from "./failure.ts";
import { SAVE_AS_UTF8 } from "./file-kinds.ts";
import { excerpt, findTextFault } from "./text-faults.ts";

/** Where each field stands in a file's rows. */
export type Header = {
  ok: true;
  /** Index of each field's cell in a row. */
  positions: Record<Field, number>;
  /** Cells in the header, and so in every whole row. */
  width: number;
  /** Names of columns that the catalogue does not know; their cells are not imported. */
  ignoredColumns: string[];
};

type Positions = Partial<Record<Field, number>>;

const SEPARATORS = { ";": "semicolons", "\t": "tabs", "|": "vertical bars" };

/**
 * Reads the header row. Order, letter case and space around the names are free. All 13 columns must be
 * there: importing a lecture again replaces all its fields, so a missing column would empty them silently.
 */
export function parseHeader(cells: string[]): Header | Failure {
  const fault = describeFault(cells);
  if (fault) return failure(`The file's first row ${fault}`);
  const positions: Positions = {};
  const ignoredColumns: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const field = findField(cell);
    const known = field && positions[field];
    if (!field) ignoredColumns.push(excerpt(cell.trim(), 100) || `(column ${index + 1}, no name)`);
    else if (known === undefined || known === null) positions[field] = index;
    else return failure(describeTwice(field, known, index));
  }
  if (!isComplete(positions)) return failure(describeMissing(positions, cells, ignoredColumns));
  return { ok: true, positions, width: cells.length, ignoredColumns };
}

function isComplete(positions: Positions): positions is Record<Field, number> {
  return FIELDS.every((field) => positions[field] !== undefined);
}

/** What keeps a row from being looked at as a header. */
function describeFault(cells: string[]): string | null {
  if (!cells.every((cell) => cell.isWellFormed())) return `is not text in UTF-8. ${SAVE_AS_UTF8}`;
  const index = cells.findIndex((cell) => findTextFault(cell));
  return index === -1 ? null : `${findTextFault(cells[index] ?? "")}, in column ${index + 1}.`;
}

function describeTwice(field: Field, first: number, second: number): string {
  return `The file's first row has “${COLUMN_NAMES[field]}” twice, as column ${first + 1} and column ${second + 1}.`;
}

function describeMissing(positions: Positions, cells: string[], unknown: string[]): string {
  const separator = findOtherSeparator(cells);
  if (separator)
    return `The file's columns are separated by ${separator}. They have to be separated by commas.`;
  const names = FIELDS.filter((field) => positions[field] === undefined).map((field) => COLUMN_NAMES[field]);
  if (names.length === FIELDS.length) {
    return `The file's first row has to name the columns. None of them is there: ${names.join(", ")}.`;
  }
  const lacks = `The file's first row lacks the column${names.length === 1 ? "" : "s"} ${names.join(", ")}.`;
  const shown = unknown.slice(0, 5).map((name) => `“${excerpt(name, 40)}”`);
  return shown.length === 0 ? lacks : `${lacks} It has columns that are not known: ${shown.join(", ")}.`;
}

/** The name of what separates the columns instead of the comma, judged by the names between it. */
function findOtherSeparator(cells: string[]): string | undefined {
  const row = cells.join(",");
  return Object.entries(SEPARATORS).find(([sign]) => row.split(sign).filter(findField).length > 1)?.[1];
}
