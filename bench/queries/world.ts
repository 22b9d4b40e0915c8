import type { TransactionSql } from "postgres";

/** The data that the queries are run with. */
export type World = {
  lectures: number;
  courses: number;
  /** A course of usual size; `longest` is the name of the one with the most lectures. */
  course: { id: string; name: string; subject: string };
  longest: string;
  /** The ids of two accounts: a learner with much progress, and an administrator. */
  learner: string;
  admin: string;
  /** The ids of import jobs, one for each state or mode; `worker` holds the leases of those that are running. */
  jobs: {
    pending: string;
    processing: string;
    failed: string;
    rejected: string;
    checking: string;
    undoing: string;
    imported: string;
    removing: string;
  };
  worker: string;
  /** The ids of videos that were reported. */
  videos: string[];
};

/** The numbers of accounts and imports that are added. */
export const ACCOUNTS = 20_000;
export const JOBS = 2_000;

const LEARNT = 2_000;
const NOTED = 2_000;
const REJECTIONS = 20_000;
const QUESTIONS = 20;
const REPORTED = 5_000;
const LENGTHS = 200_000;

/**
 * Adds to a catalogue what its users would create: accounts, progress, notes, questions for a fifth of the courses,
 * imports and reported videos. The caller removes it by rolling the transaction back.
 */
export async function createWorld(tx: TransactionSql): Promise<World> {
  const [first, second] = await tx`
    insert into auth.users (id, email, created_at)
    select gen_random_uuid(), 'learner-' || n || '@example.org', now() - make_interval(mins => n) from generate_series(1, ${ACCOUNTS}) n
    returning id`;
  const [learner, admin]: [string, string] = [first?.id, second?.id];
  // Each has a session with the same id.
  for (const id of [learner, admin]) await tx`insert into auth.sessions (id, user_id) values (${id}, ${id})`;
  await tx`insert into user_roles (user_id, role) values (${admin}, 'admin')`;
  await tx`
    insert into user_progress (user_id, record_id, completed)
    select ${learner}, l.id, l.id % 3 <> 0
    from (select id from lectures order by id limit ${LEARNT}) l`;
  await tx`
    insert into notes (user_id, id, record_id, video_id, course_name, lecture_name, at_seconds, body)
    select ${learner}, gen_random_uuid(), l.id, right(l.youtube, 11), l."Course Name", l."lecture name", 60, 'A note'
    from (select * from lectures order by id limit ${NOTED}) l`;
  await tx`
    insert into user_progress (user_id, record_id, completed)
    select u.id, l.id, true
    from (select id from auth.users where id <> ${learner} limit 2000) u
    cross join (select id from lectures order by id limit 50) l`;
  await tx`
    insert into quiz_questions (course_id, question, options, correct_answer)
    select c.course_id, 'Question ' || n, '{One,Two,Three,Four}', n % 4
    from (select course_id from course_summaries order by course_name limit (select count(*) / 5 from course_summaries)) c
    cross join generate_series(1, ${QUESTIONS}) n`;
  const worker = crypto.randomUUID();
  const jobs = await createJobs(tx, admin, worker);
  const videos = await createReports(tx);
  await tx`analyze`;
  const [counts] =
    await tx`select sum(lecture_count)::integer as lectures, count(*)::integer as courses from course_summaries`;
  const [course] = await tx`
    select course_id as id, course_name as name, subject from course_summaries c
    where lecture_count between 35 and 45 and subject is not null
      and exists (select from quiz_questions q where q.course_id = c.course_id)
    order by course_name limit 1`;
  const [longest] =
    await tx`select course_name as name from course_summaries order by lecture_count desc limit 1`;
  return { ...counts, course, longest: longest?.name, learner, admin, jobs, worker, videos } as World;
}

/** Adds reported videos, and the lengths of many more; resolves with the ids of the reported ones. */
async function createReports(tx: TransactionSql): Promise<string[]> {
  await tx`
    insert into video_lengths (video_id, seconds, expires_at)
    select distinct on (right(youtube, 11)) right(youtube, 11), 600 + id % 3000, now() + interval '20 days'
    from (select id, youtube from lectures where youtube is not null order by id limit ${LENGTHS}) l`;
  const videos = await tx`
    insert into private.video_health (video_id, state, reason, reporters, first_bad, last_bad)
    select distinct on (right(youtube, 11)) right(youtube, 11), 'suspected', 'gone', 2, now(), now()
    from (select youtube from lectures where youtube is not null order by id limit ${REPORTED}) l
    returning video_id`;
  await tx`
    insert into private.video_reports (video_id, code, reporter)
    select h.video_id, 100, repeat(n::text, 64) from private.video_health h, generate_series(1, 2) n`;
  return videos.map(({ video_id }) => video_id);
}

async function createJobs(tx: TransactionSql, admin: string, worker: string): Promise<World["jobs"]> {
  const ids = await tx`
    insert into import_jobs (user_id, file_path, file_name, file_size, status, total_rows, processed_rows,
      inserted_rows, created_at)
    select ${admin}, n || '.csv', n || '.csv', 1000,
      case n when 1 then 'pending' when 2 then 'processing' when 3 then 'failed' else 'completed' end,
      10, case when n < 4 then 0 else 10 end, case when n < 4 then 0 else 10 end, now() - make_interval(mins => n)
    from generate_series(1, ${JOBS}) n
    returning id`;
  const [pending, processing, failed, rejected, checking, undoing, imported, removing] = ids.map(
    ({ id }) => id as string,
  ) as [string, string, string, string, string, string, string, string];
  // An undo of an import that changed the first thousand lectures.
  await tx`
    insert into private.lecture_changes (job_id, seq, lecture_id, op, before, after_digest)
    select ${imported}, row_number() over (order by l.id), l.id, 'u', to_jsonb(l), private.lecture_digest(l)
    from (select * from lectures order by id limit 1000) l`;
  await tx`update import_jobs set change_count = 1000 where id = ${imported}`;
  await tx`
    update import_jobs set mode = 'undo', undo_of = ${imported}, file_path = null where id = ${undoing}`;
  await tx`update import_jobs set mode = 'check' where id = ${checking}`;
  // A thousand other lectures, which no learner has started.
  await tx`
    insert into private.missing_lectures (job_id, nth, lecture_id, digest)
    select ${checking}, row_number() over (order by l.id), l.id, private.lecture_digest(l)
    from (select * from lectures order by id desc limit 1000) l`;
  await tx`
    update import_jobs set check_id = ${checking}, removes_missing = true, missing_rows = 1000 where id = ${removing}`;
  await tx`
    update import_jobs set status = 'processing', processed_rows = 0, inserted_rows = 0, lease_owner = ${worker},
      lease_seconds = 15, lease_until = clock_timestamp() + interval '1 day', total_rows = 1000
    where id in (${processing}, ${checking}, ${undoing}, ${removing})`;
  await tx`
    insert into import_rejections (job_id, row_number, fault_number, column_name, value, reason)
    select ${rejected}, n, 1, 'youtube', 'nowhere', 'is no address of a video' from generate_series(1, ${REJECTIONS}) n`;
  return { pending, processing, failed, rejected, checking, undoing, imported, removing };
}
