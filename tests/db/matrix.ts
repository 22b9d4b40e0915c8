import type postgres from "postgres";
import { insertLectures, lectureRow } from "./lectures.ts";

type Sql = postgres.Sql;
type Transaction = postgres.TransactionSql;

const roles = ["visitor", "owner", "other", "viewer", "editor", "admin"] as const;
type Role = (typeof roles)[number];
const operations = ["select", "insert", "update", "delete"] as const;
type Operation = (typeof operations)[number];

/** Who may do what: `matrix[table][operation]` lists the roles that can. */
export type Matrix = Record<string, Record<Operation, Role[]>>;

/** The data on which the matrix is measured: accounts, rows of the first account, and rows without an owner. */
type Fixture = {
  accounts: Record<Role, string | null>;
  owner: string;
  first: number;
  second: number;
  job: string;
};

async function prepare(tx: Transaction): Promise<Fixture> {
  // Newer storage services refuse every delete that they did not issue themselves, whatever the role.
  await tx`select set_config('storage.allow_delete_query', 'true', true)`;
  const accounts =
    await tx`insert into auth.users (id) select gen_random_uuid() from generate_series(1, 5) returning id`;
  const ids = accounts.map(({ id }) => id as string);
  const [owner, other, viewer, editor, admin] = ids as [string, string, string, string, string];
  // Each account has a session with the same id as the account.
  for (const id of ids) await tx`insert into auth.sessions (id, user_id) values (${id}, ${id})`;
  await tx`insert into cache_tags (tag) values ('catalogue') on conflict do nothing`;
  await insertLectures(tx as unknown as Sql, [
    lectureRow({ course_name: "Matrix" }),
    lectureRow({ course_name: "Matrix", lecture_number: 2 }),
  ]);
  const [first, second] = (await tx`select id from lectures where "Course Name" = 'Matrix' order by id`).map(
    ({ id }) => Number(id),
  ) as [number, number];
  await tx`insert into user_roles values
    (${owner}, 'user'), (${viewer}, 'viewer'), (${editor}, 'editor'), (${admin}, 'admin')`;
  await tx`insert into user_progress (user_id, record_id) values (${owner}, ${first})`;
  await tx`insert into notes (user_id, id, course_name, lecture_name, at_seconds) values (${owner}, ${owner}, 'Matrix', 'm', 1)`;
  const [job] =
    await tx`insert into import_jobs (user_id, file_path) values (${owner}, 'matrix') returning id`;
  await tx`insert into import_rejections (job_id, row_number, fault_number, reason) values (${job?.id}, 2, 1, 'matrix')`;
  await tx`insert into import_differences values (${job?.id}, 'new', 1, null, '{}')`;
  await tx`insert into quiz_questions (course_id, question, options, correct_answer) values ('matrix', 'q', '{a,b}', 0)`;
  await tx`insert into video_lengths values ('abcdefghijk', 3000, now() + interval '1 day')`;
  await tx`insert into storage.objects (bucket_id, name) values ('csv-imports', 'matrix.csv')`;
  return {
    accounts: { visitor: null, owner, other, viewer, editor, admin },
    owner,
    first,
    second,
    job: job?.id,
  };
}

/** Statements by table: each targets the owner's row, or a row without an owner. */
function statements(
  { owner, first, second, job }: Fixture,
  self: string | null,
): Record<string, Record<Operation, string>> {
  const where = (table: string, condition: string, change: string, insert: string) => ({
    select: `select 1 from ${table} where ${condition}`,
    insert: `insert into ${table} ${insert}`,
    update: `update ${table} set ${change} where ${condition}`,
    delete: `delete from ${table} where ${condition}`,
  });
  const who = self ? `'${self}'` : "gen_random_uuid()";
  return {
    lectures: where(
      "lectures",
      `id = ${first}`,
      `"Views" = 1`,
      `("Course Name", "lecture name") values ('Matrix', 'new')`,
    ),
    course_summaries: where(
      "course_summaries",
      "course_name = 'Matrix'",
      "lecture_count = 9",
      "(course_name, course_id, lecture_count) values ('m', 'm', 1)",
    ),
    course_subjects: where(
      "course_subjects",
      "course_name = 'Matrix'",
      "lecture_count = 9",
      "(course_name, subject, lecture_count) values ('Matrix', 'm', 1)",
    ),
    cache_tags: where("cache_tags", "tag = 'catalogue'", "version = 9", "(tag) values ('matrix')"),
    catalogue_totals: where("catalogue_totals", "is_only_row", "lecture_count = 9", "values (false, 1, 1)"),
    subject_summaries: where(
      "subject_summaries",
      "subject = 'Test subject'",
      "course_count = 9",
      "values ('m', 1, 1)",
    ),
    profiles: where("profiles", `user_id = '${owner}'`, "display_name = 'm'", `(user_id) values (${who})`),
    user_roles: where("user_roles", `user_id = '${owner}'`, "role = 'admin'", `values (${who}, 'admin')`),
    user_progress: where(
      "user_progress",
      `user_id = '${owner}'`,
      "completed = true",
      `(user_id, record_id) values ('${owner}', ${second})`,
    ),
    notes: where(
      "notes",
      `user_id = '${owner}'`,
      "body = 'm'",
      `(user_id, id, course_name, lecture_name, at_seconds) values ('${owner}', gen_random_uuid(), 'm', 'm', 1)`,
    ),
    import_jobs: where(
      "import_jobs",
      `id = '${job}'`,
      "status = 'failed'",
      `(user_id, file_path) values (${who}, '1700000000000-m.csv')`,
    ),
    import_rejections: where(
      "import_rejections",
      `job_id = '${job}'`,
      "reason = 'm'",
      `values ('${job}', 3, null, null, 'm')`,
    ),
    import_differences: where(
      "import_differences",
      `job_id = '${job}'`,
      "nth = 2",
      `values ('${job}', 'new', 3, null, '{}')`,
    ),
    quiz_questions: where(
      "quiz_questions",
      "course_id = 'matrix'",
      "question = 'm'",
      "(course_id, question, options, correct_answer) values ('m', 'm', '{a,b}', 0)",
    ),
    video_lengths: where(
      "video_lengths",
      "video_id = 'abcdefghijk'",
      "seconds = 9",
      "values ('bbbbbbbbbbb', 9, now())",
    ),
    "storage.objects": where(
      "storage.objects",
      "bucket_id = 'csv-imports' and name = 'matrix.csv'",
      "name = 'm.csv'",
      "(bucket_id, name) values ('csv-imports', 'm.csv')",
    ),
  };
}

/** A function that runs a statement as a role, returns how many rows it finds or changes, and undoes it. */
const TRY_SQL = `
create or replace function pg_temp.try_as(account text, statement text) returns bigint language plpgsql as $$
declare
  found_or_changed bigint;
begin
  perform set_config('request.jwt.claim.sub', coalesce(account, ''), true),
    set_config('request.jwt.claims', case when account is null then ''
      else json_build_object('sub', account, 'session_id', account)::text end, true),
    set_config('role', case when account is null then 'anon' else 'authenticated' end, true);
  execute statement;
  get diagnostics found_or_changed = row_count;
  raise sqlstate 'UNDO0';
exception
  when sqlstate 'UNDO0' then return found_or_changed;
  when insufficient_privilege then return 0;
end $$`;

/** Opens every policy, so that it allows everything for its operation and its role. */
export async function openPolicies(tx: Transaction): Promise<void> {
  const policies = await tx`
    select format('alter policy %I on %I.%I', policyname, schemaname, tablename) as alteration,
      qual is not null as reads, with_check is not null as writes
    from pg_policies where schemaname = 'public' or (schemaname, tablename) = ('storage', 'objects')`;
  for (const { alteration, reads, writes } of policies)
    await tx.unsafe(`${alteration} ${reads ? "using (true)" : ""} ${writes ? "with check (true)" : ""}`);
}

/**
 * Measures who may do what, in a transaction that is rolled back.
 * @param change a change to make to the database first
 * @param only the only table to measure; all tables if omitted
 */
export async function measure(
  sql: Sql,
  change?: (tx: Transaction) => Promise<unknown>,
  only?: string,
): Promise<Matrix> {
  const undone = new Error("undone");
  const matrix: Matrix = {};
  await sql
    .begin(async (tx) => {
      const fixture = await prepare(tx);
      await change?.(tx);
      await tx.unsafe(TRY_SQL);
      const { accounts } = fixture;
      for (const role of roles) {
        for (const [table, byOperation] of Object.entries(statements(fixture, accounts[role]))) {
          if (only && table !== only) continue;
          matrix[table] ??= { select: [], insert: [], update: [], delete: [] };
          const tried = operations.map((operation) => byOperation[operation]);
          const counts = await tx`
            select pg_temp.try_as(${accounts[role]}, statement)::int as count
            from unnest(${tried}::text[]) with ordinality as u (statement, place) order by place`;
          for (const [index, operation] of operations.entries())
            if (counts[index]?.count > 0) matrix[table][operation].push(role);
        }
      }
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return matrix;
}
