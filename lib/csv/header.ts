import { type Cell, excerpt, findTextFault, Refusal } from "./cells.ts";
import { SAVE_AS_UTF8 } from "./file-kinds.ts";
import { type Failure, failure } from "./parse-csv.ts";
import { restoreFormula } from "./serialise-csv.ts";

/** A column of a kind of file. */
export type Column = {
  /**
   * Accepted spellings in a header; letter case, white space and `-_.:*` are ignored. Messages use the first name, which
   * also takes precedence if a file has several of them.
   */
  names: readonly [string, ...string[]];
  /** Validates and converts its cells. */
  cell: Cell<unknown>;
  /** Whether a file may lack the column. */
  isOptional?: boolean;
};

export type Columns<Field extends string> = Readonly<Record<Field, Column>>;

/** What the user chose for a column: a field, null for no field, undefined to decide by the column's name. */
export type FieldChoice<Field extends string> = Field | null | undefined;

/** The position of each field in a file's rows. */
export type Header<Field extends string> = {
  ok: true;
  /** Index of each field's cell in a row; no entry for an optional column that the file lacks. */
  positions: Partial<Record<Field, number>>;
  /** Number of columns up to the last one that has a name or is a field. */
  width: number;
  /** `width` plus trailing columns without a name; a spreadsheet writes them if a sheet was once wider. */
  fullWidth: number;
  /** The header's cells, for display; empty for a column without a name. */
  names: string[];
  /** Names of columns that match no field; their cells are not read. */
  ignoredColumns: string[];
};

export type HeaderOptions<Field extends string> = {
  /** By the index of the column. */
  fields?: readonly FieldChoice<Field>[] | undefined;
  /** The header's row number. */
  headerRow?: number;
  /** What helps if the columns cannot be told by their names: the end of a failure's message. */
  advice?: string | undefined;
};

/**
 * Reads the header row. The names may be in any order. A failure says which columns are missing, or which ones may
 * be the same field.
 */
export function parseHeader<Field extends string>(
  cells: string[],
  columns: Columns<Field>,
  { fields: choices = [], headerRow = 1, advice }: HeaderOptions<Field> = {},
): Header<Field> | Failure {
  const row = nameRow(headerRow);
  const damage = describeDamage(cells);
  if (damage) return failure(`${row} ${damage}`);
  const { fields, fault } = assignFields(cells, columns, { fields: choices, headerRow });
  const advised = (message: string) => failure(advice ? `${message} ${advice}` : message);
  if (fault) return advised(fault);
  const positions: Partial<Record<Field, number>> = {};
  for (const [index, field] of fields.entries()) if (field) positions[field] = index;
  const width = 1 + cells.findLastIndex((cell, index) => fields[index] || cell.trim() !== "");
  const ignoredColumns = cells
    .slice(0, width)
    .flatMap((cell, index) => (fields[index] ? [] : [showName(cell) || nameless(index)]));
  const missing = missingFields(fields, columns).filter((field) => !columns[field].isOptional);
  if (missing.length > 0) return advised(describeMissing(row, missing, fields, columns, ignoredColumns));
  return { ok: true, positions, width, fullWidth: cells.length, names: cells.map(showName), ignoredColumns };
}

/**
 * Determines the field of each column: as chosen by the user, or by its name. If the names of several columns match
 * the same field, it is assigned to none of them, and the fault says so.
 */
export function assignFields<Field extends string>(
  cells: string[],
  columns: Columns<Field>,
  { fields: choices = [], headerRow = 1 }: HeaderOptions<Field> = {},
): { fields: (Field | null)[]; fault: string | null } {
  const faults: string[] = [];
  const fields = cells.map((_, index) => choices[index] ?? null);
  const named = matchNames(cells, columns);
  for (const field of Object.keys(columns) as Field[]) {
    const name = columns[field].names[0];
    const byHand = [...choices.keys()].filter((index) => choices[index] === field);
    const chosen = `“${name}” was chosen for ${byHand.map((index) => `column ${index + 1}`).join(" and ")}`;
    if (byHand.length > 1) faults.push(`${chosen}.`);
    if (byHand.some((index) => index >= cells.length)) {
      faults.push(`${chosen}, but the file has ${cells.length} columns.`);
    }
    if (byHand.length > 0) continue;
    const candidates = named.filter((match) => match.field === field && choices[match.index] === undefined);
    const exact = candidates.filter(({ isExact }) => isExact);
    const [first, second] = exact.length > 0 ? exact : candidates;
    if (first && !second) fields[first.index] = field;
    if (first && second) faults.push(describeTwice(nameRow(headerRow), name, cells, first, second));
  }
  const datum = choices.some(Boolean) && named.length === 0 ? findDatum(cells, fields, columns) : undefined;
  if (datum !== undefined) {
    const content = `has “${excerpt(datum.trim(), 60)}” where the name of a column should be`;
    faults.push(`${nameRow(headerRow)} ${content}. Put a row of names above it: otherwise it would be lost.`);
  }
  return { fields, fault: faults[0] ?? null };
}

/** A cell that could not be a column's name, if all cells of the row are valid below a header; such as a number. */
function findDatum<Field extends string>(
  cells: string[],
  fields: readonly (Field | null)[],
  columns: Columns<Field>,
): string | undefined {
  const read = fields.flatMap((field, index) =>
    field ? [{ text: cells[index] ?? "", cell: columns[field].cell }] : [],
  );
  if (read.some(({ text, cell }) => cell(text) instanceof Refusal)) return undefined;
  return read.find(({ text, cell }) => text.trim() !== "" && cell("a") instanceof Refusal)?.text;
}

/** Fields that are assigned to no column. */
export function missingFields<Field extends string>(
  fields: readonly (Field | null)[],
  columns: Columns<Field>,
): Field[] {
  return (Object.keys(columns) as Field[]).filter((field) => !fields.includes(field));
}

type Match<Field> = { index: number; field: Field; isExact: boolean };

/** Finds the fields that cells name. */
export function matchNames<Field extends string>(
  cells: readonly string[],
  columns: Columns<Field>,
): Match<Field>[] {
  const known = new Map<string, { field: Field; isExact: boolean }>();
  for (const [field, { names }] of Object.entries(columns) as [Field, Column][]) {
    for (const [index, name] of names.entries()) known.set(comparable(name), { field, isExact: index === 0 });
  }
  return cells.flatMap((cell, index) => {
    const match = cell.length < 100 && known.get(comparable(cell));
    return match ? [{ index, ...match }] : [];
  });
}

/** Creates a function that tells whether one of some cells names a column. */
export function createNameFinder({ names }: Column): (cells: readonly string[]) => boolean {
  const known = new Set(names.map(comparable));
  return (cells) => cells.some((cell) => cell.length < 100 && known.has(comparable(cell)));
}

/** What stands for the name of a column that has none. */
export const nameless = (index: number): string => `(column ${index + 1}, no name)`;

/** A column's name for display. */
export function showName(cell: string): string {
  return excerpt(restoreFormula(cell.trim()), 100).replace(/\s+/g, " ");
}

/** Why a row cannot be read as a header; null if it can. */
export function describeDamage(cells: string[]): string | null {
  if (!cells.every((cell) => cell.isWellFormed())) return `is not text in UTF-8. ${SAVE_AS_UTF8}`;
  const index = cells.findIndex((cell) => findTextFault(cell));
  return index === -1 ? null : `${findTextFault(cells[index] ?? "")}, in column ${index + 1}.`;
}

/** How a message begins that is about the header's row. */
export function nameRow(headerRow: number): string {
  return headerRow === 1 ? "The file's first row" : `Row ${headerRow} of the file`;
}

/**
 * Some programs write texts as formulas (`="Subject"`), R writes dots for spaces, forms mark required columns with
 * asterisks, some programs write a byte order mark, which is invisible, twice, and East Asian keyboards have letters of
 * full width.
 */
const comparable = (name: string) =>
  restoreFormula(name.trim())
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\-_.:*\p{Cf}]+/gu, "");

function describeTwice<Field>(
  row: string,
  name: string,
  cells: string[],
  first: Match<Field>,
  second: Match<Field>,
): string {
  const [a, b] = [first, second].map(({ index }) => ({ name: showName(cells[index] ?? ""), at: index + 1 }));
  return first.isExact
    ? `${row} has “${name}” twice, as column ${a?.at} and column ${b?.at}.`
    : `${row} has two columns that may be “${name}”: “${a?.name}”, column ${a?.at}, and “${b?.name}”, column ${b?.at}.`;
}

function describeMissing<Field extends string>(
  row: string,
  missing: Field[],
  fields: readonly (Field | null)[],
  columns: Columns<Field>,
  ignoredColumns: string[],
): string {
  const names = missing.map((field) => columns[field].names[0]).join(", ");
  if (fields.every((field) => !field)) {
    return `${row} has to name the columns. None of them is there: ${names}.`;
  }
  const lacks = `${row} lacks the column${missing.length === 1 ? "" : "s"} ${names}.`;
  const shown = ignoredColumns.slice(0, 5).map((name) => `“${excerpt(name, 40)}”`);
  return shown.length === 0 ? lacks : `${lacks} It has columns that are not known: ${shown.join(", ")}.`;
}
