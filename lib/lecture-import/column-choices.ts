import type { FieldChoice } from "../csv/header.ts";
import type { Field } from "./columns.ts";
import { REASON } from "./files.ts";

/** What each column of a file holds, as jobs keep it: a field, "" for none, null for what its name says. */
export type ColumnFields = (string | null)[];

export const toColumnFields = (choices: readonly FieldChoice<Field>[]): ColumnFields =>
  Array.from(choices, (choice) => (choice === null ? "" : (choice ?? null)));

/** The other way round. The route that takes them lets nothing else through. */
export const toChoices = (fields: unknown): FieldChoice<Field>[] =>
  Array.isArray(fields) ? fields.map((field) => (field === "" ? null : (field ?? undefined))) : [];

/** What the columns of files with this header hold, as it was chosen for one of them. */
export type RememberedColumns = { header: string; fields: ColumnFields };

/** By which the header of a file is known again. Rows to mend come with their reasons in one column more. */
export const headerKey = (names: readonly string[]) =>
  JSON.stringify(names.at(-1) === REASON ? names.slice(0, -1) : names);

/** What was chosen for the columns of a file with the same header; none where it is new. */
export const choicesFor = (remembered: readonly RememberedColumns[], names: readonly string[]) =>
  toChoices(remembered.find(({ header }) => header === headerKey(names))?.fields);
