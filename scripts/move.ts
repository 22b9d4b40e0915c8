import { countOf } from "../lib/catalogue/display.ts";
import { moveFiles } from "./move/files.ts";
import { openHome } from "./move/home.ts";
import { type Moved, moveRows } from "./move/rows.ts";
import { fail, runCommand } from "./run-command.ts";

// `npm run move -- FROM TO`: copies everything that an installation stores to another home.

const USAGE = `Usage: npm run move -- FROM TO

FROM and TO are files of settings, such as .env: LECTERN_DATA_DIR for the embedded backend, with LECTERN_DATABASE_URL
for a PostgreSQL of your own, or SUPABASE_URL, its two keys and SUPABASE_DB_URL, the connection string of its role
postgres. TO holds nothing yet; a Supabase has the migrations already (supabase db push). Stop Lectern before.`;

async function main([from, to, ...more]: string[]): Promise<number> {
  if (!from || !to || more.length > 0) return fail(USAGE);
  const started = performance.now();
  const old = await openHome(from, { isNew: false });
  try {
    const home = await openHome(to, { isNew: true });
    try {
      // Files are moved first: if the move ends before its rows are committed, it can be repeated.
      const files = await moveFiles(old.sql, old.api, home.api);
      const moved = await moveRows(old.sql, home.sql);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`Moved in ${seconds} s, and compared: ${summarise(moved, files)}.`);
      console.log("Everyone signs in anew. The old home is as it was.");
      const factors = await countFactors(old.sql);
      if (factors > 0)
        console.log(
          `Second factors are not moved: ${countOf(factors, "account")} ${factors === 1 ? "turns" : "turn"} theirs on again, in their profile.`,
        );
      return 0;
    } finally {
      await home.close();
    }
  } finally {
    await old.close();
  }
}

function summarise(moved: Moved, files: number): string {
  const count = (table: string, noun: string) => countOf(moved.get(table) ?? 0, noun);
  return [
    count("public.lectures", "lecture"),
    count("auth.users", "account"),
    `${count("public.user_progress", "lecture")} ticked off`,
    count("public.quiz_questions", "question"),
    count("public.import_jobs", "import"),
    countOf(files, "file"),
  ].join(", ");
}

type Sql = Awaited<ReturnType<typeof openHome>>["sql"];

/** How many accounts have a second factor. The embedded auth service has no table of them. */
async function countFactors(sql: Sql): Promise<number> {
  const [table] = await sql`select to_regclass('auth.mfa_factors') is not null as is_there`;
  if (!table?.is_there) return 0;
  const [factors] = await sql`
    select count(distinct user_id)::int as count from auth.mfa_factors where status = 'verified'`;
  return factors?.count;
}

await runCommand(main, USAGE);
