import type postgres from "postgres";

/** A lecture row in the form that the import function accepts; tests override the columns that they check. */
export function lectureRow(overrides: Record<string, unknown> = {}) {
  return {
    course_name: "Test course",
    course_description: null,
    subject: "Test subject",
    instructor: null,
    institution: null,
    seo_slug: null,
    image: null,
    lecture_number: 1,
    lecture_name: "Test lecture",
    youtube: "https://www.youtube.com/embed/abcdefghijk",
    keywords: null,
    view_rate: null,
    views: null,
    ...overrides,
  };
}

type Sql = postgres.Sql;

/** The worker that holds the lease of the jobs of `newJob`. */
export const worker = crypto.randomUUID();

/** A job with a lease that outlasts the tests, for calls of the function that writes batches. */
export async function newJob(
  sql: Sql,
  mode: "import" | "check" = "import",
  values: { check_id?: string; removes_missing?: boolean; emptied?: string[] } = {},
): Promise<string> {
  const row = { mode, file_path: `test/${crypto.randomUUID()}`, status: "processing", ...values };
  const [job] = await sql`
    insert into import_jobs ${sql({ ...row, lease_owner: worker, lease_seconds: 3600 })} returning id`;
  return job?.id;
}

/** A job like those of `newJob` that undoes another job. */
export async function newUndo(sql: Sql, job: string): Promise<string> {
  const [undo] = await sql`
    insert into import_jobs (mode, undo_of, total_rows, status, lease_owner, lease_seconds)
    select 'undo', id, change_count, 'processing', ${worker}, 3600 from import_jobs where id = ${job}
    returning id`;
  return undo?.id;
}

/** Inserts lectures the way an import does. */
export async function insertLectures(sql: Sql, rows: object[]): Promise<void> {
  await sql`select * from write_import_batch(${await newJob(sql)}, ${worker}, 0, ${JSON.stringify(rows)})`;
}

/** Removes courses and everything derived from them. */
export async function removeCourse(sql: Sql, ...names: string[]): Promise<void> {
  await sql`delete from lectures where "Course Name" = any(${names})`;
}
