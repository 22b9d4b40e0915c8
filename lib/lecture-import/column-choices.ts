import type { FieldChoice } from "../csv/header.ts";
import type { Field } from "./columns.ts";

/** What each column of a file holds, as jobs keep it: a field, "" for none, null for what its name says. */
export type ColumnFields = (string | null)[];

export const toColumnFields = (choices: readonly FieldChoice<Field>[]): ColumnFields =>
  Array.from(choices, (choice) => (choice === null ? "" : (choice ?? null)));

/** The other way round. The route that takes them lets nothing else through. */
export const toChoices = (fields: unknown): FieldChoice<Field>[] =>
  Array.isArray(fields) ? fields.map((field) => (field === "" ? null : (field ?? undefined))) : [];
