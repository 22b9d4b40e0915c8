import "server-only";
import type { Client } from "../supabase/client.ts";
import { unwrap } from "../supabase/responses.ts";
import { type ColumnFields, headerKey, type RememberedColumns } from "./column-choices.ts";

/** The longest header key that is remembered; the database table has the same limit. */
const LONGEST = 10_000;

/**
 * Stores, for all editors, the fields of the columns in files with this header.
 * @param client acts as an editor
 */
export async function rememberColumns(client: Client, names: string[], fields: ColumnFields): Promise<void> {
  const header = headerKey(names);
  // Every column is decided by its name, so there is no choice to remember.
  if (header.length > LONGEST || fields.every((field) => field === null)) return;
  const answer = await client.rpc("remember_columns", { p_header: header, p_fields: JSON.stringify(fields) });
  unwrap(answer, "The choice of columns");
}

/** The choices of columns that editors have made, the latest first. */
export async function listRememberedColumns(client: Client): Promise<RememberedColumns[]> {
  const rows = unwrap(await client.rpc("remembered_columns"), "The choices of columns");
  return rows.map(({ header, fields }) => ({ header, fields: fields as ColumnFields }));
}
