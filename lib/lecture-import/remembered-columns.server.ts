import "server-only";
import type { Client } from "../supabase/client.ts";
import { unwrap } from "../supabase/responses.ts";
import { type ColumnFields, headerKey, type RememberedColumns } from "./column-choices.ts";

/** The longest header that is remembered, as the table has it. */
const LONGEST = 10_000;

/**
 * Remembers for all editors what the columns of files with this header hold.
 * @param client acts as an editor
 */
export async function rememberColumns(client: Client, names: string[], fields: ColumnFields): Promise<void> {
  const header = headerKey(names);
  // Nothing was said that the names do not say.
  if (header.length > LONGEST || fields.every((field) => field === null)) return;
  const answer = await client.rpc("remember_columns", { p_header: header, p_fields: JSON.stringify(fields) });
  if (answer.error) unwrap(answer, "The choice of columns");
}

/** What editors have said about columns, the last first. */
export async function listRememberedColumns(client: Client): Promise<RememberedColumns[]> {
  const rows = unwrap(await client.rpc("remembered_columns"), "The choices of columns");
  return rows.map(({ header, fields }) => ({ header, fields: fields as ColumnFields }));
}
