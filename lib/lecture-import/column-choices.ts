import type { FieldChoice } from "../csv/header.ts";
import type { Field } from "./columns.ts";
import { REASON } from "./files.ts";

/** The field of each column of a file, as jobs store it: "" for no field, null to decide by the column's name. */
export type ColumnFields = (string | null)[];

export const toColumnFields = (choices: readonly FieldChoice<Field>[]): ColumnFields =>
  Array.from(choices, (choice) => (choice === null ? "" : (choice ?? null)));

/** The inverse of `toColumnFields`. The route that accepts the fields has already validated them. */
export const toChoices = (fields: unknown): FieldChoice<Field>[] =>
  Array.isArray(fields) ? fields.map((field) => (field === "" ? null : (field ?? undefined))) : [];

/** The fields of the columns of files with this header, as chosen for one such file. */
export type RememberedColumns = { header: string; fields: ColumnFields };

/** The key by which a header is recognised. Files of rows to correct have an additional column of reasons. */
export const headerKey = (names: readonly string[]) =>
  JSON.stringify(names.at(-1) === REASON ? names.slice(0, -1) : names);

/** The choices that were made for a file with the same header; empty if the header is new. */
export const choicesFor = (remembered: readonly RememberedColumns[], names: readonly string[]) =>
  toChoices(remembered.find(({ header }) => header === headerKey(names))?.fields);
