import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import postgres from "postgres";
import { parseSettings } from "../../lib/env.ts";
import { BackendError, startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { findRunningBackend } from "../../supabase/embedded/running.ts";
import { describeFinding } from "../checks/finding.ts";
import { checkSupabase } from "../checks/supabase.ts";
import { ROOT } from "../load-settings.ts";
import type { Backend } from "../serve.ts";

/** The home of an installation: its database, opened as the owner of the tables, and its API. */
type Home = { sql: postgres.Sql; api: Backend; close(): Promise<void> };

/**
 * Opens the home that a settings file in the format of `.env` describes; starts the backend of an embedded one.
 * @param isNew whether the home may be created
 * @throws {SettingsError} for settings that are not accepted
 * @throws {BackendError} if the home is in use, does not exist, or cannot be reached
 */
export async function openHome(file: string, { isNew }: { isNew: boolean }): Promise<Home> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new BackendError(`${file} cannot be read.`);
  });
  const env = parseEnv(text);
  const { supabase, dataDir, databaseUrl, siteUrl } = parseSettings(env);
  if (supabase) return openSupabase(file, { ...supabase, siteUrl }, env.SUPABASE_DB_URL);
  const directory = path.resolve(ROOT, dataDir);
  if (!isNew && !existsSync(path.join(directory, "secrets.json")))
    throw new BackendError(`There is no installation in ${directory}.`);
  if (await findRunningBackend(directory))
    throw new BackendError(
      `The Lectern of ${file} is running. Stop it first: what is written meanwhile would stay behind.`,
    );
  const backend = await startEmbeddedSupabase({
    dataDir: directory,
    siteUrl,
    ...(databaseUrl && { databaseUrl }),
  });
  const sql = connect(backend.databaseUrl);
  const close = async () => {
    await sql.end({ timeout: 5 });
    await backend.stop();
  };
  return { sql, api: backend, close };
}

async function openSupabase(
  file: string,
  target: Backend & { siteUrl: string },
  databaseUrl: string | undefined,
): Promise<Home> {
  if (!databaseUrl)
    throw new BackendError(
      `SUPABASE_DB_URL: not set in ${file}. It is the connection string of the Supabase's database, as its role postgres.`,
    );
  const { essential } = await checkSupabase(target);
  const wrong = essential.filter(({ state }) => state === "wrong");
  if (wrong.length > 0) throw new BackendError(wrong.map(describeFinding).join("\n"));
  const sql = connect(databaseUrl);
  await sql`select 1`.catch(async ({ message }: Error) => {
    await sql.end({ timeout: 1 });
    throw new BackendError(`The database of SUPABASE_DB_URL cannot be used: ${message}.`);
  });
  return { sql, api: target, close: () => sql.end({ timeout: 5 }) };
}

/** Connects with fixed output formats, so that equal rows have equal checksums in both homes. */
const connect = (address: string) =>
  postgres(address, {
    max: 1,
    onnotice: () => {},
    connection: { TimeZone: "UTC", DateStyle: "ISO", IntervalStyle: "postgres", bytea_output: "hex" },
  });
