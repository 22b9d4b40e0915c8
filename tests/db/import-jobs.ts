import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { afterEach, beforeAll, expect } from "vitest";
import { COLUMN_NAMES, FIELDS } from "../../lib/lecture-import/columns.ts";
import { claimJob } from "../../lib/lecture-import/job-queue.ts";
import { clientOf, signUp } from "./apis.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";
import type { Api } from "./start-backends.ts";

const { storeUpload, uploadPath } = await import("../../lib/lecture-import/bucket.server.ts");

type Overrides = Record<number, Record<string, unknown>>;

/** The given number of lecture rows of a course; `overrides` replaces cells of single rows by lecture number. */
const rowsOf = (course_name: string, count: number, overrides: Overrides = {}) =>
  Array.from({ length: count }, (_, index) => {
    const cells = { course_name, lecture_number: index + 1, lecture_name: `Lecture ${index + 1}` };
    return lectureRow({ ...cells, ...overrides[index + 1] }) as Record<string, unknown>;
  });

/** A CSV file of these lectures. */
export function csvOf(...lectures: Parameters<typeof rowsOf>) {
  const lines = rowsOf(...lectures).map((row) => FIELDS.map((field) => String(row[field] ?? "")).join(","));
  return new TextEncoder().encode(
    [FIELDS.map((field) => COLUMN_NAMES[field]).join(","), ...lines].join("\r\n"),
  );
}

/** Creates import jobs of an administrator, with files and courses. Jobs and courses are deleted after each test. */
export function prepareImportJobs(api: Api, sql: postgres.Sql) {
  const service = clientOf(api, "secretKey");
  let userId: string;
  const jobs: string[] = [];
  const courses: string[] = [];

  beforeAll(async () => {
    userId = (await signUp(api)).id;
    await sql`insert into user_roles values (${userId}, 'admin')`;
  });
  afterEach(async () => {
    await sql`delete from import_jobs where id = any(${jobs.splice(0)})`;
    await removeCourse(sql, ...courses.splice(0));
  });

  /** Adds a job whose file is stored in the bucket. */
  async function upload(bytes: Uint8Array<ArrayBuffer>, values: object = {}) {
    const path = uploadPath(`${randomUUID()}.csv`);
    expect(await storeUpload(service, path, bytes)).toEqual({ ok: true });
    return addJob({ file_path: path, file_size: bytes.length, ...values });
  }

  async function addJob(values: object = {}) {
    const row = { user_id: userId, file_path: `test/${randomUUID()}`, ...values };
    const [job] = await sql`insert into import_jobs ${sql(row)} returning id`;
    jobs.push(job?.id);
    return job?.id as string;
  }

  /** Inserts the lectures that `csvOf` would write, for tests that need no file. */
  const addLectures = (...lectures: Parameters<typeof rowsOf>) => insertLectures(sql, rowsOf(...lectures));

  const course = (name: string) => {
    courses.push(name);
    return name;
  };
  const stored = async (job: string) => (await sql`select * from import_jobs where id = ${job}`)[0];
  const lectures = async (name: string) =>
    Number((await sql`select count(*) from lectures where "Course Name" = ${name}`)[0]?.count);
  const expire = (job: string) =>
    sql`update import_jobs set lease_until = now() - interval '1 second' where id = ${job}`;
  const claim = async (job: string) => {
    const claimed = await claimJob(service, { jobId: job });
    if (!claimed) throw new Error("the job could not be claimed");
    return claimed;
  };

  return { service, upload, addJob, addLectures, course, stored, lectures, expire, claim };
}
