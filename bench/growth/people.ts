import type { Sql, TransactionSql } from "postgres";
import { withoutIndexes, withoutKeys } from "../bare-table.ts";
import { connect } from "../catalogue.ts";
import type { Context, Row } from "../part.ts";
import { compareTimes, labelOf, type SizedCatalogue, takeTurns, timeOf } from "./turns.ts";

/** A learner watches five times a year, twenty consecutive lectures each time. */
const [SITTINGS, LECTURES_A_SITTING] = [5, 20];
const ROWS_A_LEARNER = SITTINGS * LECTURES_A_SITTING;

type Asker = { id: string; course: string; lecture: number };
type Query = { name: string; run(tx: TransactionSql, asker: Asker): PromiseLike<unknown> };

const LEARNERS: Query[] = [
  {
    name: "learner: progress in a course",
    run: (tx, { course }) => tx`select course_progress(${course})`,
  },
  { name: "learner: My Learning", run: (tx) => tx`select * from my_learning(0, 1000)` },
  { name: "learner: what to continue with", run: (tx) => tx`select * from continue_watching(12)` },
  {
    name: "learner: what was seen is recorded",
    run: (tx, { lecture }) => {
      const items = [{ record_id: lecture, position: 30, duration: 600, watched: [[0, 30]] }];
      return tx`select record_watching(${JSON.stringify(items)})`;
    },
  },
  {
    name: "learner: a lecture marked as complete",
    run: (tx, { id, lecture }) => tx`
      insert into user_progress (user_id, record_id, completed) values (${id}, ${lecture}, true)
      on conflict (user_id, record_id) do update set completed = excluded.completed`,
  },
  { name: "learner: the own role", run: (tx) => tx`select own_role()` },
];

const CONSOLE: Query[] = [
  { name: "console: dashboard", run: (tx) => tx`select * from admin_dashboard()` },
  { name: "console: users, first page", run: (tx) => tx`select * from admin_users('', '', 0, 50)` },
  {
    name: "console: users, last page",
    run: (tx) => tx`select * from admin_users('', '', (select count(*)::integer - 50 from profiles), 50)`,
  },
  { name: "console: lectures, first page", run: (tx) => tx`select * from admin_lectures('', 0, 50)` },
  {
    name: "console: lectures that match",
    run: (tx) => tx`select * from admin_lectures('physics', 0, 50)`,
  },
  {
    name: "console: lectures by instructor, last first",
    run: (tx) => tx`select * from admin_lectures('', 0, 50, 'instructor', true)`,
  },
];

/**
 * Times the queries of learners and administrators, each with the rights of its account: in the small catalogue with
 * few rows of progress, in the large one with `rows` of them. Removes the accounts and the progress afterwards.
 */
export async function measurePeople(
  context: Context,
  small: SizedCatalogue,
  large: SizedCatalogue,
  rows: number,
): Promise<Row[]> {
  const few = Math.min(context.isShort ? 1_000 : 10_000, rows);
  const worlds = [await createPeople(context, small, few), await createPeople(context, large, rows)];
  const labels = [
    `${labelOf(few, "rows of progress")}, ${labelOf(small.size)}`,
    `${labelOf(rows, "rows of progress")}, ${labelOf(large.size)}`,
  ];
  context.log("measuring learners and the console");
  const found: Row[] = [];
  for (const query of LEARNERS) {
    const times = await takeTurns(worlds, context.isShort ? 2 : 30, async ({ sql, learners }) => {
      let time = 0;
      for (const learner of learners) time += await askAs(sql, learner, query);
      return time / learners.length;
    });
    found.push(...compareTimes(query.name, labels, times, { most: 1.2 }));
  }
  for (const query of CONSOLE) {
    const times = await takeTurns(worlds, context.isShort ? 1 : 5, ({ sql, admin }) =>
      askAs(sql, admin, query),
    );
    found.push(...compareTimes(query.name, labels, times));
  }
  const [before, after] = await Promise.all(worlds.map(({ sql }) => readSizes(sql)));
  for (const [index, what] of (["its table", "its key", "its index of lectures"] as const).entries()) {
    const [value, compared] = [after![index]! / rows, before![index]! / few];
    found.push({
      name: `disk: a row of progress, ${what}`,
      value,
      unit: "bytes",
      compared: { name: labelOf(few, "rows"), value: compared },
      ratio: value / compared,
    });
  }
  context.log("removing accounts and progress");
  for (const { sql } of worlds) await removePeople(sql);
  return found;
}

async function readSizes(sql: Sql): Promise<number[]> {
  const [sizes] = await sql`
    select pg_table_size('user_progress')::float8 as rows, pg_relation_size('user_progress_pkey')::float8 as key,
      pg_relation_size('user_progress_record')::float8 as record`;
  return [sizes?.rows, sizes?.key, sizes?.record];
}

/** Runs a query as an account that has a session, rolls it back, and resolves with its milliseconds. */
async function askAs(sql: Sql, asker: Asker, { run }: Query): Promise<number> {
  const undone = new Error("undone");
  let time = 0;
  await sql
    .begin(async (tx) => {
      const claims = JSON.stringify({ sub: asker.id, session_id: asker.id });
      await tx`
        select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${asker.id}, true)`;
      await tx`set local role authenticated`;
      time = await timeOf(() => run(tx, asker));
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  return time;
}

const removePeople = (sql: Sql) => sql`truncate auth.users cascade`;

/** Adds accounts with one session each, and their progress, inserted in order of time. */
async function createPeople(context: Context, { backend }: SizedCatalogue, rows: number) {
  context.log(`adding ${labelOf(rows, "rows of progress")}`);
  const sql = connect(backend.databaseUrl, 1, {
    work_mem: "512MB",
    maintenance_work_mem: "1GB",
    synchronous_commit: "off",
  });
  context.defer(() => sql.end());
  // An interrupted run may have left accounts behind.
  await removePeople(sql);
  const learners = Math.ceil(rows / ROWS_A_LEARNER);
  await sql`
    insert into auth.users (id, created_at)
    select md5('learner ' || n)::uuid, now() - make_interval(mins => n) from generate_series(0, ${learners}) n`;
  await sql`insert into auth.sessions (id, user_id) select id, id from auth.users`;
  await sql.begin(async (tx) => {
    await tx`alter table user_progress disable trigger user`;
    await withoutKeys(tx, "user_progress", () =>
      withoutIndexes(tx, ["user_progress"], "btree", () => insertProgress(tx, learners)),
    );
    await tx`alter table user_progress enable trigger user`;
  });
  // The last account has no progress: it is the administrator.
  const admin = { id: "", course: "", lecture: 0 };
  const [account] = await sql`
    insert into user_roles (user_id, role) values (md5(${`learner ${learners}`})::uuid, 'admin') returning user_id`;
  admin.id = account?.user_id;
  await sql`vacuum analyze user_progress, auth.users, auth.sessions, profiles, user_roles`;
  const asking = await sql<Asker[]>`
    select u.id, l."Course Name" as course, (select max(id)::integer from lectures) as lecture
    from (select md5('learner ' || (n * 7919) % ${learners})::uuid as id from generate_series(1, 20) n) u
    cross join lateral (select min(record_id) as id from user_progress p where p.user_id = u.id) p
    join lectures l on l.id = p.id`;
  return { sql, learners: [...asking], admin };
}

const insertProgress = (tx: TransactionSql, learners: number) => tx`
  insert into user_progress
    (user_id, record_id, completed, last_watched_position, duration, watched, position_at, updated_at)
  select t.user_id, t.record_id, t.is_seen, case when t.is_seen then 600 else 200 end, 600,
    case when t.is_seen then '{[0,600)}' else '{[0,100),[150,200)}' end::int4multirange, t.at, t.at
  from (
    select md5('learner ' || n)::uuid as user_id,
      r.first + sitting * r.share + mod(abs(hashint8extended(n, sitting)), r.share - ${LECTURES_A_SITTING}) + place
        as record_id,
      place % 3 <> 0 as is_seen,
      now() - make_interval(mins => mod(abs(hashint8extended(n, sitting + 100)), 525600)::integer - 10 * place) as at
    from (select min(id) as first, (max(id) - min(id)) / ${SITTINGS} as share from lectures) r,
      generate_series(0, ${learners - 1}) n, generate_series(0, ${SITTINGS - 1}) sitting,
      generate_series(0, ${LECTURES_A_SITTING - 1}) place
  ) t
  order by t.at`;
