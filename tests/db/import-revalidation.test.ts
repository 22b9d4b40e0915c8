import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { COLUMN_NAMES, FIELDS } from "../../lib/lecture-import/columns.ts";
import { claimJob } from "../../lib/lecture-import/job-queue.ts";
import { startLoopbackServer } from "../loopback-server.ts";
import { clientOf, connect, hosted, signUp } from "./apis.ts";
import { lectureRow, removeCourse } from "./lectures.ts";

const COURSE = "Revalidated";

const sql = connect();

// Stands for the app of this process and answers its request to make the pages new.
let revalidations = 0;
let status = 204;
const app = await startLoopbackServer((request, response) => {
  if (request.method === "POST" && request.url === "/api/revalidate") revalidations++;
  response.writeHead(status).end();
});

const api = hosted;
vi.stubEnv("SUPABASE_URL", api.url);
vi.stubEnv("SUPABASE_PUBLISHABLE_KEY", api.publishableKey);
vi.stubEnv("SUPABASE_SECRET_KEY", api.secretKey);
vi.stubEnv("LECTERN_OWN_URL", app.url);
const { finishImport, lookForImports } = await import("../../lib/lecture-import/worker.server.ts");
const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");
const { storeUpload, uploadPath } = await import("../../lib/lecture-import/bucket.server.ts");

const service = clientOf(api, "secretKey");
const { id: userId } = await signUp(api);
let lectures = 0;

/** A job whose file has one lecture that is not in the catalogue. */
async function upload(): Promise<string> {
  const lecture = lectureRow({ course_name: COURSE, lecture_number: ++lectures }) as Record<string, unknown>;
  const lines = [FIELDS.map((field) => COLUMN_NAMES[field]), FIELDS.map((field) => lecture[field] ?? "")];
  const path = uploadPath(`revalidated-${lectures}.csv`);
  expect(await storeUpload(service, path, new TextEncoder().encode(lines.join("\n")))).toEqual({ ok: true });
  const [job] =
    await sql`insert into import_jobs (user_id, file_path) values (${userId}, ${path}) returning id`;
  return job?.id;
}

beforeEach(async () => {
  status = 204;
  await lookForImports();
  revalidations = 0;
});
afterAll(async () => {
  await app.stop();
  await sql`delete from import_jobs where user_id = ${userId}`;
  await removeCourse(sql, COURSE);
});

test("an import of this process makes the pages new once, from the queue and when it is waited for", async () => {
  const queued = await upload();
  await lookForImports();
  expect((await sql`select status from import_jobs where id = ${queued}`)[0]?.status).toBe("completed");
  expect(revalidations).toBe(1);
  await lookForImports();
  expect(revalidations).toBe(1);

  expect(await finishImport(await upload())).toMatchObject({ status: "completed", insertedRows: 1 });
  expect(revalidations).toBe(2);
  await lookForImports();
  await lookForImports();
  expect(revalidations).toBe(2);
});

test("an import of another process makes the pages new once, also one that ends before one of this process", async () => {
  const elsewhere = await upload();
  const claimed = await claimJob(service, { jobId: elsewhere });
  expect(await runJob(service, claimed!)).toBe("completed");
  expect(revalidations).toBe(0);
  await finishImport(await upload());
  expect(revalidations).toBe(1);
  await lookForImports();
  expect(revalidations).toBe(2);
  await lookForImports();
  expect(revalidations).toBe(2);
});

test("pages that could not be made new are made new at the next look", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  status = 500;
  await finishImport(await upload());
  await lookForImports();
  expect(revalidations).toBe(2);
  expect(logged).toHaveBeenCalledOnce();
  status = 204;
  await lookForImports();
  await lookForImports();
  expect(revalidations).toBe(3);
  logged.mockRestore();
});
