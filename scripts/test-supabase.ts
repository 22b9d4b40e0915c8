import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { leftOut } from "../tests/db/left-out.ts";
import { run } from "../tests/run.ts";
import { describeFinding } from "./checks/finding.ts";
import { checkWhole } from "./checks/supabase.ts";
import { loadSettings } from "./load-settings.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run test:supabase`: runs the data tests, then the browser tests, on the Supabase of SUPABASE_URL, its keys,
// and DATABASE_URL, the connection string of its role postgres. It must be empty, with the migrations applied, and is
// empty again after each part. Names after `--` select files of data tests (`….test.ts`) and browser tests.

const USAGE = `Set SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY of an empty Supabase to which \`supabase db push\` has
applied Lectern's migrations, and DATABASE_URL, the connection string of its role postgres. Addresses must not need to be
confirmed, a new password must not need the current one, the Site URL must be SITE_URL, and rate limits must be off.`;

type Supabase = NonNullable<ReturnType<typeof loadSettings>["supabase"]>;

async function main(names: string[]): Promise<number> {
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
    // Ctrl-C ends the tests too, but this process continues, to remove what they have created.
    const interrupt = { isAsked: false };
    process.once("SIGINT", () => {
      interrupt.isAsked = true;
    });
    const codes: number[] = [];
    for (const [command, ...options] of chooseParts(names)) {
      if (interrupt.isAsked) break;
      codes.push(await run(command, options, (text) => process.stdout.write(text)));
      codes.push(await empty(sql, supabase));
    }
    return Math.max(...codes);
  } finally {
    await sql.end();
  }
}

/** The commands of the parts to which these names belong; without names, of both parts. */
function chooseParts(names: string[]): [command: string, ...options: string[]][] {
  const dataTests = names.filter((name) => name.endsWith(".test.ts"));
  const browserTests = names.filter((name) => !dataTests.includes(name));
  const parts: ReturnType<typeof chooseParts> = [];
  if (names.length === 0 || dataTests.length > 0) {
    for (const [file, reason] of Object.entries(leftOut))
      console.log(`Left out: ${file}, because ${reason}.`);
    parts.push(["vitest", "run", "--project", "db", ...dataTests]);
  }
  if (names.length === 0 || browserTests.length > 0)
    parts.push(["playwright", "test", "--workers=1", ...browserTests]);
  return parts;
}

/** The contents of a Supabase that the tests would change or remove, as texts such as `3 lectures`. */
async function listHeld(sql: postgres.Sql): Promise<string[]> {
  const [counts] = await sql<Record<string, number>[]>`
    select (select count(*)::integer from public.lectures) as lectures,
      (select count(*)::integer from auth.users) as accounts,
      (select count(*)::integer from storage.objects) as files`;
  return Object.entries(counts ?? {}).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
}

/** Removes what the tests have created: all contents. Resolves with the exit code, 1 if something is left. */
async function empty(sql: postgres.Sql, { url, secretKey }: Supabase): Promise<number> {
  const client = createClient(url, secretKey, { auth: { persistSession: false } });
  await sql`delete from private.sign_in_attempts where true`;
  // With the roles, or the last administrator could not be deleted.
  await sql`
    truncate public.lectures, public.import_jobs, public.quiz_questions, public.user_roles restart identity cascade`;
  const objects = await sql<
    { bucket_id: string; name: string }[]
  >`select bucket_id, name from storage.objects`;
  for (const { bucket_id, name } of objects) await client.storage.from(bucket_id).remove([name]);
  const users = await sql<{ id: string }[]>`select id from auth.users`;
  for (const { id } of users) await client.auth.admin.deleteUser(id);
  // The auth service does not know the accounts that tests have made by SQL.
  await sql`delete from auth.users where true`;
  const left = await listHeld(sql);
  if (left.length > 0) return fail(`Left behind: ${left.join(", ")}.`);
  console.log("The Supabase is empty again.");
  return 0;
}

await runCommand(main, USAGE);
