import { z } from "zod";
import { excerpt } from "./cells.ts";
import type { Column, Columns, Header } from "./header.ts";
import type { CsvRow } from "./parse-csv.ts";

/** A kind of file: what its rows are called in messages, its columns, and what a row becomes. */
export type TableKind<Field extends string, Value> = {
  /** Plural, as in "a file of lectures". */
  contents: string;
  columns: Columns<Field>;
  row: z.ZodType<Value>;
};

/** What is kept of a row that is not valid. */
export type Rejection = {
  /** As a spreadsheet counts: the header is row 1. */
  rowNumber: number;
  /** As messages spell it; null when the row as a whole is at fault. */
  column: string | null;
  /** The first 200 characters of the cell, or of the row. */
  value: string;
  reason: string;
};

export type ValidatedRow<Value> = { ok: true; value: Value } | { ok: false; rejection: Rejection };

/** The schema of a row: an object with a key for each column that the file has. */
export function objectOf<C extends Record<string, Column>>(columns: C) {
  const cells = Object.entries(columns).map(([field, { cell }]) => [field, cell]);
  return z.object(Object.fromEntries(cells) as { [F in keyof C]: C[F]["cell"] });
}

/** Turns a row of cells into a value, or says which cell is the first that is not valid and why. */
export function validateRow<Field extends string, Value>(
  { cells, rowNumber, problem }: CsvRow,
  { positions, width }: Header<Field>,
  { columns, row }: TableKind<Field, Value>,
): ValidatedRow<Value> {
  const reject = (column: string | null, value: string, reason: string): ValidatedRow<Value> => ({
    ok: false,
    rejection: { rowNumber, column, value: excerpt(value, 200), reason },
  });
  const rejectWhole = (reason: string) => reject(null, cells.slice(0, 200).join(","), reason);
  if (problem) return rejectWhole(problem);
  if (cells.length !== width) return rejectWhole(`${cells.length} cells found, ${width} expected`);

  const record: Record<string, string | undefined> = {};
  for (const field in positions) record[field] = cells[positions[field] as number];
  const result = row.safeParse(record);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0];
  const field = issue?.path[0] as Field;
  return reject(columns[field].names[0], record[field] ?? "", issue?.message ?? "");
}
