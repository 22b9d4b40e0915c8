import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { moveRows } from "../../scripts/move/rows.ts";
import { type EmbeddedSupabase, startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { insertLectures, lectureRow } from "../db/lectures.ts";
import { isLongForm } from "../long-form.ts";
import { copyEmptyInstallation } from "../prepared-installations.ts";
import { root } from "../run.ts";
import { afterAllTests, removeInstallation, temporaryDirectory } from "./installation.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { serviceClient, visitorClient } from "./requests.ts";

const register = afterAllTests();
const account = { email: "ada@example.org", password: "a good password" };
const FILE = "test/failed.csv";
/** It has rejected rows, which are downloaded from it to be mended. */
const FILE_TO_MEND = "test/completed.csv";

let directory: string;
/** The content of the first home. */
let before: Awaited<ReturnType<typeof inspect>>;
/** The settings of each home. */
const homes: Record<"embedded" | "own" | "supabase" | "back", Record<string, string>> = {
  embedded: {},
  own: {},
  supabase: {},
  back: {},
};
/** A Supabase that Lectern does not run itself. */
let supabase: EmbeddedSupabase;

async function settingsFile(name: keyof typeof homes): Promise<string> {
  const file = path.join(directory, `${name}.env`);
  await writeFile(
    file,
    Object.entries(homes[name])
      .map(([key, value]) => `${key}=${value}\n`)
      .join(""),
  );
  return file;
}

async function move(from: keyof typeof homes, to: keyof typeof homes) {
  const args = ["scripts/move.ts", await settingsFile(from), await settingsFile(to)];
  const { PATH, HOME, NODE_COMPILE_CACHE = "" } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE } as unknown as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  return { code, output };
}

/** Runs some work on the backend of a home, which it starts or finds running. */
async function withHome<T>(
  name: keyof typeof homes,
  work: (backend: EmbeddedSupabase, sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const { LECTERN_DATA_DIR, LECTERN_DATABASE_URL } = homes[name];
  const backend = LECTERN_DATA_DIR
    ? await startEmbeddedSupabase({
        dataDir: LECTERN_DATA_DIR,
        ...(LECTERN_DATABASE_URL && { databaseUrl: LECTERN_DATABASE_URL }),
      })
    : supabase;
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return await work(backend, sql);
  } finally {
    await sql.end();
    if (backend !== supabase) await backend.stop();
  }
}

/** The data that users and visitors see there. */
async function inspect(backend: EmbeddedSupabase, sql: postgres.Sql) {
  const { data, error } = await visitorClient(backend).auth.signInWithPassword(account);
  const found = await sql`select * from search_catalogue('induction', 3)`;
  const file = await serviceClient(backend).storage.from("csv-imports").download(FILE);
  const content = async (table: string) =>
    sql.unsafe(`select to_jsonb(t) as row from ${table} t order by t::text`);
  return {
    error,
    account: { id: data.user?.id, metadata: data.user?.user_metadata.display_name },
    found: found.map(({ course_name }) => course_name),
    file: await file.data?.text(),
    contents: await Promise.all(
      [
        "lectures",
        "course_summaries",
        "user_progress",
        "notes",
        "user_roles",
        "profiles",
        "quiz_questions",
        "import_jobs",
        "import_rejections",
        "private.account_search",
        "private.audit_log",
        "private.weekly_counts",
        "private.missed_searches",
      ].map(content),
    ),
  };
}

beforeAll(async () => {
  directory = await temporaryDirectory(register);
  const elsewhere = await copyEmptyInstallation();
  register(() => removeInstallation(elsewhere));
  supabase = await startEmbeddedSupabase({ dataDir: elsewhere });
  register(() => supabase.stop());
  const { url, publishableKey, secretKey, databaseUrl } = supabase;
  const sql = postgres(databaseUrl, { max: 1 });
  // A column that hosted auth services have.
  await sql`alter table auth.users add column instance_id uuid`;
  // A server that runs there has already recorded counts.
  await sql`select count_weeks(), record_missed_search('what nobody has')`;
  await sql.end();

  const embedded = await copyEmptyInstallation();
  register(() => removeInstallation(embedded));
  homes.embedded = { LECTERN_DATA_DIR: embedded };
  if (isLongForm) homes.own = await prepareOwn();
  homes.supabase = {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SUPABASE_DB_URL: databaseUrl,
  };
  homes.back = { LECTERN_DATA_DIR: path.join(directory, "back") };
  before = await fill();
});

/** Makes a database on a PostgreSQL of the operator's, for another installation. */
async function prepareOwn(): Promise<Record<string, string>> {
  const own = await startOwnPostgres(register);
  // The owner is not a superuser, like the owner of a hosted project.
  await own.admin.unsafe("create role anon; create role authenticated; create role service_role bypassrls");
  const url = await own.createDatabase("lectern", { createRole: "createrole" });
  await own.admin.unsafe("grant anon, authenticated, service_role to lectern with admin option");
  return { LECTERN_DATA_DIR: path.join(directory, "own"), LECTERN_DATABASE_URL: url };
}

/** Fills an installation as if it had been used. */
const fill = () =>
  withHome("embedded", async (backend, sql) => {
    const lectures = Array.from({ length: 300 }, (_, index) =>
      lectureRow({
        course_name: `Course ${index % 20}`,
        lecture_number: index,
        lecture_name: `Lecture ${index} on ${index % 3 ? "induction" : "limits"}`,
        view_rate: index,
      }),
    );
    await insertLectures(sql, lectures);
    await sql`delete from import_jobs`;
    const { auth } = visitorClient(backend);
    const options = { data: { display_name: "Ada\nLovelace \\ \t" } };
    const { data, error } = await auth.signUp({ ...account, options });
    if (error) throw error;
    const id = data.user!.id;
    await sql`insert into user_roles values (${id}, 'admin')`;
    await sql`
      insert into user_progress (user_id, record_id, completed) select ${id}, id, id % 2 = 0 from lectures limit 40`;
    await sql`select count_weeks(), record_missed_search('quaternions')`;
    await sql`update private.weekly_counts set week = week - 7, counted_at = counted_at - interval '7 days'`;
    await sql`
      insert into notes (user_id, id, record_id, course_name, lecture_name, at_seconds, body)
      select ${id}::uuid, gen_random_uuid(), id, "Course Name", "lecture name", 12, ${"two\nlines \\ \t"} from lectures limit 3`;
    await sql`
      insert into quiz_questions (course_id, question, options, correct_answer) values ('Course 1', 'Which?', '{a,b}', 1)`;
    for (const [file, status, message] of [
      [FILE_TO_MEND, "completed", null],
      [FILE, "failed", "no room"],
    ] as const) {
      const [job] = await sql`
        insert into import_jobs (user_id, file_path, status, error_message, total_rows, processed_rows, rejected_rows)
        values (${id}, ${file}, ${status}, ${message}, 1, 1, 1) returning id`;
      await sql`insert into import_rejections values (${job?.id}, 3, 1, 'youtube', 'no address', 'not one of YouTube')`;
      const stored = await serviceClient(backend).storage.from("csv-imports").upload(file, "Course Name\n", {
        contentType: "text/csv",
      });
      if (stored.error) throw stored.error;
    }
    return inspect(backend, sql);
  });

/** The homes that the installation moves to; in the long form it is on a PostgreSQL of the operator's for a while. */
const moves: readonly (keyof typeof homes)[] = [
  ...(isLongForm ? (["own"] as const) : []),
  "supabase",
  "back",
];

test("an installation moves to a Supabase, and back, with all that it holds", async () => {
  expect(before.error).toBeNull();
  expect(before.found).toHaveLength(20);
  for (const [index, to] of moves.entries()) {
    const from = moves[index - 1] ?? "embedded";
    const moved = await move(from, to);
    expect(moved.output).toMatch(
      /^Moved in [\d.]+ s, and compared: 300 lectures, 1 account, 40 lectures ticked off, 1 question, 2 imports, 2 files\.$/m,
    );
    expect(moved.code).toBe(0);
    await withHome(to, async (backend, sql) => {
      expect(await inspect(backend, sql), to).toEqual(before);
      // Rows that are added later do not collide with moved ones.
      if (to === "back") await insertLectures(sql, [lectureRow({ course_name: "Later" })]);
    });
  }
  const [user] = await withHome("supabase", (_backend, sql) => sql`select * from auth.users`);
  expect(user).toMatchObject({
    instance_id: "00000000-0000-0000-0000-000000000000",
    recovery_token: "",
    raw_user_meta_data: { display_name: "Ada\nLovelace \\ \t" },
  });
});

test("a home that is in use, or that does not fit, is refused, and nothing is changed", async () => {
  expect(await move("embedded", "supabase")).toEqual({
    code: 1,
    output: "The new home is not empty: it has 300 lectures and 1 account. Nothing was changed.\n",
  });
  await withHome("supabase", async (_backend, sql) => {
    await sql`delete from lectures`;
    await sql`alter table user_roles disable trigger user`;
    await sql`delete from auth.users`;
  });
  homes.own = { SUPABASE_URL: supabase.url, SUPABASE_PUBLISHABLE_KEY: "a", SUPABASE_SECRET_KEY: "b" };
  expect((await move("own", "back")).output).toContain("SUPABASE_DB_URL: not set in ");
  homes.own = { LECTERN_DATA_DIR: path.join(directory, "nowhere") };
  expect((await move("own", "back")).output).toBe(
    `There is no installation in ${homes.own.LECTERN_DATA_DIR}.\n`,
  );
  await withHome("embedded", async (_backend, sql) => {
    expect((await move("embedded", "back")).output).toContain("is running. Stop it first");
    const target = postgres(supabase.databaseUrl, { max: 1, onnotice: () => {} });
    onTestFinished(() => target.end());
    await expect(moveRows(sql, target)).rejects.toThrow(
      "The new home is not empty: private.audit_log has rows. Nothing was changed.",
    );
    await sql`update import_jobs set status = 'pending'`;
    await expect(moveRows(sql, target)).rejects.toThrow("An import is under way.");
  });
});
