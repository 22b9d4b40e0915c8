import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { run } from "../tests/run.ts";
import { describeFinding } from "./checks/finding.ts";
import { checkWhole } from "./checks/supabase.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run test:supabase`: the browser tests on the Supabase that SUPABASE_URL and its keys name, and DATABASE_URL, the
// connection string of its role postgres. It has to be empty, with the migrations applied, and is empty again at the end.

const USAGE = `Set SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY of an empty Supabase with Lectern's migrations,
and DATABASE_URL, the connection string of its role postgres. Addresses must not need to be confirmed.`;

/** @param only of which specs the tests run; all without any */
async function main(only: string[]): Promise<number> {
  const { supabase, siteUrl } = loadSettings();
  const { DATABASE_URL = "" } = process.env;
  if (!supabase || !DATABASE_URL) return fail(USAGE);
  const findings = await checkWhole({ ...supabase, siteUrl });
  for (const finding of findings) console.log(describeFinding(finding));
  const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
  try {
    const held = await listHeld(sql);
    if (held.length > 0)
      return fail(`This Supabase is not empty: it has ${held.join(", ")}. Nothing was changed.`);
    process.env.TEST_SUPABASE = "external";
    const options = ["test", "--workers=1"];
    try {
      return await run("playwright", [...options, ...only], (text) => process.stdout.write(text));
    } finally {
      await empty(sql, supabase);
    }
  } finally {
    await sql.end();
  }
}

/** What a Supabase holds of anybody's. */
async function listHeld(sql: postgres.Sql): Promise<string[]> {
  const [counts] = await sql<Record<string, number>[]>`
    select (select count(*)::integer from public.lectures) as lectures,
      (select count(*)::integer from auth.users) as accounts,
      (select count(*)::integer from storage.objects) as files`;
  return Object.entries(counts ?? {}).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
}

/** Removes what the tests have made: it was empty before. */
async function empty(
  sql: postgres.Sql,
  { url, secretKey }: { url: string; secretKey: string },
): Promise<void> {
  const client = createClient(url, secretKey, { auth: { persistSession: false } });
  await sql`delete from private.sign_in_attempts where true`;
  await sql`truncate public.lectures, public.import_jobs, public.quiz_questions cascade`;
  const objects = await sql<
    { bucket_id: string; name: string }[]
  >`select bucket_id, name from storage.objects`;
  for (const { bucket_id, name } of objects) await client.storage.from(bucket_id).remove([name]);
  const users = await sql<{ id: string }[]>`select id from auth.users`;
  for (const { id } of users) await client.auth.admin.deleteUser(id);
  const left = await listHeld(sql);
  console.log(left.length === 0 ? "The Supabase is empty again." : `Left behind: ${left.join(", ")}.`);
}

await runCommand(main);
