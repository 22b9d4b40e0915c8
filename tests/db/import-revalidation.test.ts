import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { retryJob } from "../../lib/lecture-import/job-queue.ts";
import { startLoopbackServer } from "../loopback-server.ts";
import { connect, hosted, pointAppAt } from "./apis.ts";
import { csvOf, prepareImportJobs } from "./import-jobs.ts";

// Stands for the app of this process and answers its request to make the pages new.
let revalidations = 0;
let status = 204;
const app = await startLoopbackServer((request, response) => {
  if (request.method === "POST" && request.url === "/api/revalidate") revalidations++;
  response.writeHead(status).end();
});

pointAppAt(hosted);
vi.stubEnv("LECTERN_OWN_URL", app.url);
const { finishImport, lookForImports } = await import("../../lib/lecture-import/worker.server.ts");
const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");
const { removeUpload, storeUpload } = await import("../../lib/lecture-import/bucket.server.ts");

const jobs = prepareImportJobs(hosted, connect());
let courses = 0;

/** A job whose file has one lecture, which is not in the catalogue. */
const upload = () => jobs.upload(csvOf(jobs.course(`Revalidated ${++courses}`), 1));

beforeEach(async () => {
  status = 204;
  await lookForImports();
  revalidations = 0;
});
afterAll(() => app.stop());

test("an import of this process makes the pages new once, from the queue and when it is waited for", async () => {
  const queued = await upload();
  await lookForImports();
  expect((await jobs.stored(queued))?.status).toBe("completed");
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
  expect(await runJob(jobs.service, await jobs.claim(elsewhere))).toBe("completed");
  expect(revalidations).toBe(0);
  await finishImport(await upload());
  expect(revalidations).toBe(1);
  await lookForImports();
  expect(revalidations).toBe(2);
  await lookForImports();
  expect(revalidations).toBe(2);
});

test("an import that fails after it has written makes the pages new, and again when a retry gets further", async () => {
  const file = csvOf(jobs.course(`Revalidated ${++courses}`), 1500);
  const failing = await jobs.upload(file);
  const path = (await jobs.stored(failing))?.file_path;
  expect(await runJob(jobs.service, await jobs.claim(failing), { deadline: Date.now() })).toBe("released");
  await removeUpload(jobs.service, path);
  await lookForImports();
  expect(await jobs.stored(failing)).toMatchObject({ status: "failed", processed_rows: 1000 });
  expect(revalidations).toBe(1);
  await lookForImports();
  expect(revalidations).toBe(1);

  await storeUpload(jobs.service, path, file);
  expect(await retryJob(jobs.service, failing)).toBe(true);
  expect(await runJob(jobs.service, await jobs.claim(failing))).toBe("completed");
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
