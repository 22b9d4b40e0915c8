import type { z } from "zod";
import { excerpt, findTextFault } from "./cells.ts";
import { SAVE_AS_UTF8 } from "./decode-utf8.ts";
import { type Failure, failure } from "./parse-csv.ts";

/** A column of a kind of file. */
export type Column = {
  /** How a header may spell it, letter case and space around it aside; messages use the first. */
  names: readonly [string, ...string[]];
  /** What its cells may hold. Where it takes `undefined`, a file may be without the column. */
  cell: z.ZodType;
};

export type Columns<Field extends string> = Readonly<Record<Field, Column>>;

/** Where each field is found in a file's rows. */
export type Header<Field extends string> = {
  ok: true;
  /** Index of each field's cell in a row; none for an optional column that the file is without. */
  positions: Partial<Record<Field, number>>;
  /** Cells in the header, and so in every whole row. */
  width: number;
  /** Names of columns that are not known; their cells are not read. */
  ignoredColumns: string[];
};

const SEPARATORS = { ";": "semicolons", "\t": "tabs", "|": "vertical bars" };

/**
 * Reads the header row. Order, letter case and space around the names are free. A failure says which columns
 * are missing or there twice.
 */
export function parseHeader<Field extends string>(
  cells: string[],
  columns: Columns<Field>,
): Header<Field> | Failure {
  const fault = describeFault(cells);
  if (fault) return failure(`The file's first row ${fault}`);
  const fieldOf = matcherOf(columns);
  const positions: Partial<Record<Field, number>> = {};
  const ignoredColumns: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const field = fieldOf(cell);
    const first = field && positions[field];
    if (!field) ignoredColumns.push(excerpt(cell.trim(), 100) || `(column ${index + 1}, no name)`);
    else if (first === undefined) positions[field] = index;
    else return failure(describeTwice(columns[field].names[0], first as number, index));
  }
  const fields = Object.keys(columns) as Field[];
  const missing = fields.filter((field) => positions[field] === undefined && !isOptional(columns[field]));
  if (missing.length === 0) return { ok: true, positions, width: cells.length, ignoredColumns };
  const separator = findOtherSeparator(cells, fieldOf);
  if (separator)
    return failure(`The file's columns are separated by ${separator}. They have to be separated by commas.`);
  const namesOf = (some: Field[]) => some.map((field) => columns[field].names[0]).join(", ");
  if (Object.keys(positions).length === 0) {
    const message = "The file's first row has to name the columns. None of them is there";
    return failure(`${message}: ${namesOf(fields)}.`);
  }
  const lacks = `The file's first row lacks the column${missing.length === 1 ? "" : "s"} ${namesOf(missing)}.`;
  const shown = ignoredColumns.slice(0, 5).map((name) => `“${excerpt(name, 40)}”`);
  return failure(
    shown.length === 0 ? lacks : `${lacks} It has columns that are not known: ${shown.join(", ")}.`,
  );
}

/** Whether a file may be without a column. */
export function isOptional({ cell }: Column): boolean {
  return cell.safeParse(undefined).success;
}

/** Finds the field that a header cell names. */
function matcherOf<Field extends string>(columns: Columns<Field>): (cell: string) => Field | undefined {
  // `trim` also takes off a byte order mark, which some programs write twice.
  const comparable = (name: string) => name.trim().toLowerCase();
  const fields = new Map<string, Field>();
  for (const [field, { names }] of Object.entries(columns) as [Field, Column][]) {
    for (const name of names) fields.set(comparable(name), field);
  }
  return (cell) => fields.get(comparable(cell));
}

/** What keeps a row from being looked at as a header. */
function describeFault(cells: string[]): string | null {
  if (!cells.every((cell) => cell.isWellFormed())) return `is not text in UTF-8. ${SAVE_AS_UTF8}`;
  const index = cells.findIndex((cell) => findTextFault(cell));
  return index === -1 ? null : `${findTextFault(cells[index] ?? "")}, in column ${index + 1}.`;
}

function describeTwice(name: string, first: number, second: number): string {
  return `The file's first row has “${name}” twice, as column ${first + 1} and column ${second + 1}.`;
}

/** The name of what separates the columns instead of the comma, judged by the names between it. */
function findOtherSeparator(cells: string[], fieldOf: (cell: string) => unknown): string | undefined {
  const row = cells.join(",");
  return Object.entries(SEPARATORS).find(([sign]) => row.split(sign).filter(fieldOf).length > 1)?.[1];
}
