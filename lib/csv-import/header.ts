import { COLUMN_NAMES, FIELDS, type Field, findField } from "./columns.ts";
import { type Failure, failure } from "./failure.ts";
import { findTextFault } from "./text-faults.ts";

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

/**
 * Reads the header row. Order, letter case and space around the names are free. All 13 columns must be
 * there: importing a lecture again replaces all its fields, so a missing column would empty them silently.
 */
export function parseHeader(cells: string[]): Header | Failure {
  if (cells.some((cell) => findTextFault(cell))) {
    return failure("The file is not CSV text in UTF-8. Save it as “CSV UTF-8” and try again.");
  }
  const positions: Partial<Record<Field, number>> = {};
  const ignoredColumns: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const field = findField(cell);
    if (!field) ignoredColumns.push(cell.trim() || `(column ${index + 1}, no name)`);
    else if (positions[field] !== undefined)
      return failure(`The column “${COLUMN_NAMES[field]}” is there twice.`);
    else positions[field] = index;
  }
  if (!isComplete(positions)) return failure(describeMissing(positions, cells));
  return { ok: true, positions, width: cells.length, ignoredColumns };
}

function isComplete(positions: Partial<Record<Field, number>>): positions is Record<Field, number> {
  return FIELDS.every((field) => positions[field] !== undefined);
}

function describeMissing(positions: Partial<Record<Field, number>>, cells: string[]): string {
  const names = FIELDS.filter((field) => positions[field] === undefined).map((field) => COLUMN_NAMES[field]);
  const isOtherwiseSeparated = cells.length === 1 && /[;\t|]/.test(cells[0] ?? "");
  const hint = isOtherwiseSeparated ? " Its cells must be separated by commas." : "";
  return `The file's first row lacks ${names.length === 1 ? "the column" : "the columns"} ${names.join(", ")}.${hint}`;
}
