import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seedPresets } from "../../../scripts/seed.ts";
import { type LoopbackServer, startLoopbackServer } from "../../loopback-server.ts";
import { HEADER_LINE, lineWith } from "./support.ts";

// A fake data service for only the requests of the seed, because this test checks what these requests leave behind.
// The tests of the embedded backend check that the real database function does the same.
type Job = { id: string; file_path: string; file_size: number; status: string; [field: string]: unknown };

const jobs = new Map<string, Job>();
let lectures = 0;
let failingRow = "";
let server: LoopbackServer;
let directory: string;

function answer(method: string, url: URL, body: Record<string, unknown>): [number, unknown] {
  const name = url.pathname.split("/").at(-1) ?? "";
  const id = url.searchParams.get("id")?.replace("eq.", "") ?? "";
  if (url.pathname.includes("/rpc/")) return call(name, jobs.get(body.p_job as string)!, body);
  if (name === "lectures") return [200, lectures ? [{ id: 1 }] : []];
  if (method === "GET") return [200, id ? jobs.get(id) : [...jobs.values()].reverse()];
  if (method === "DELETE") return [204, jobs.delete(id) && null];
  const job = {
    ...{ id: `job-${jobs.size + 1}-${body.file_size}`, processed_rows: 0, status: "pending" },
    ...body,
  } as unknown as Job;
  jobs.set(job.id, job);
  return [201, job];
}

/** The effect of the queue's functions on a job, as far as the seed can observe it. */
function call(verb: string, job: Job, body: Record<string, unknown>): [number, unknown] {
  if (verb === "import_course_names") return [200, []];
  const { p_worker: lease_owner, p_error: error_message = null } = body;
  const isHeld = job.status === "processing" && job.lease_owner === lease_owner;
  if (verb === "claim_import_job") {
    const isFree = job.status === "pending" || (job.status === "processing" && leaseEnds(job));
    return [200, isFree ? [Object.assign(job, { status: "processing", lease_owner })] : []];
  }
  if (verb === "retry_import_job") {
    const isFailed = job.status === "failed";
    if (isFailed) Object.assign(job, { status: "pending", error_message });
    return [200, isFailed];
  }
  if (verb === "write_import_batch") return isHeld ? writeBatch(job, body) : [400, { message: "not held" }];
  if (verb === "renew_import_lease") Object.assign(job, isHeld && { total_rows: body.p_total });
  else Object.assign(job, isHeld && { status: error_message ? "failed" : "completed", error_message });
  return [200, isHeld];
}

/** A lease left by another start ends after a few requests for the job. */
function leaseEnds(job: Job): boolean {
  const left = Number(job.asks_until_lease_ends ?? 0);
  job.asks_until_lease_ends = left - 1;
  return left <= 0;
}

function writeBatch(job: Job, body: Record<string, unknown>): [number, unknown] {
  const rows = JSON.parse(body.p_rows as string).length;
  const rejected = JSON.parse(body.p_rejected as string).length;
  if (job.processed_rows !== body.p_position) return [400, { message: "fence" }];
  if (failingRow && (body.p_rows as string).includes(failingRow)) return [500, { message: "disk full" }];
  job.processed_rows = (body.p_position as number) + rows + rejected;
  lectures += rows;
  return [200, [{ inserted: rows, updated: 0, unchanged: 0, rejected }]];
}

beforeEach(async () => {
  jobs.clear();
  lectures = 0;
  failingRow = "";
  server = await startLoopbackServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url ?? "", "http://localhost");
    const [status, content] = answer(request.method ?? "", url, JSON.parse(text || "{}"));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 204 ? undefined : JSON.stringify(content));
  });
  directory = await mkdtemp(join(tmpdir(), "lectern-seed-"));
  for (let number = 4; number <= 16; number++) await writePreset(number, 2);
});

afterEach(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

async function writePreset(number: number, rows: number) {
  const names = Array.from({ length: rows }, (_, index) => `File ${number} row ${index}`);
  const lines = [HEADER_LINE, ...names.map((lecture_name) => lineWith({ lecture_name })), "a bad row"];
  await writeFile(join(directory, `Master_-_Lectern-${number}.csv`), lines.join("\n"));
}

function seed(onProgress: (progress: { done: number; total: number }) => void = () => {}) {
  const backend = { url: server.url, publishableKey: "public", secretKey: "secret" };
  return seedPresets(backend, { directory, onProgress });
}

const statuses = () => [...jobs.values()].map((job) => job.status);
const jobOf = (number: number) => [...jobs.values()].find((job) => job.file_path.includes(`-${number}.csv`));

describe("seedPresets", () => {
  it("loads the 13 files as completed jobs of the installation, once", async () => {
    const progress: { done: number; total: number }[] = [];
    expect(await seed((step) => progress.push(step))).toEqual({ rows: 39, rejected: 13 });
    expect(statuses()).toEqual(Array(13).fill("completed"));
    expect(jobOf(4)).toMatchObject({
      file_path: "data/Master_-_Lectern-4.csv",
      user_id: null,
      total_rows: 3,
    });
    expect(progress.at(-1)?.done).toBe(progress[0]?.total);
    expect(progress.map((step) => step.done)).toEqual(
      progress.map((step) => step.done).sort((a, b) => a - b),
    );
    expect(await seed()).toBeNull();
    expect(lectures).toBe(26);
  });

  it("leaves a catalogue alone that was filled from elsewhere", async () => {
    lectures = 5;
    expect(await seed()).toBeNull();
    expect(jobs.size).toBe(0);
  });

  it("fails with the file's name, keeps why, and goes on from there the next time", async () => {
    await writePreset(6, 2500);
    failingRow = "File 6 row 2100";
    await expect(seed()).rejects.toThrow(
      "data/Master_-_Lectern-6.csv could not be loaded: Rows from 2000 on were not stored: disk full",
    );
    expect(statuses()).toEqual(["completed", "completed", "failed"]);
    expect(jobOf(6)).toMatchObject({
      processed_rows: 2000,
      error_message: expect.stringContaining("disk full"),
    });

    failingRow = "";
    expect(await seed()).toEqual({ rows: 501 + 10 * 3, rejected: 11 });
    expect(jobOf(6)).toMatchObject({ status: "completed", total_rows: 2501, error_message: null });
    expect(lectures).toBe(12 * 2 + 2500);
  });

  it("goes on after a start that was killed, when its lease has run out", async () => {
    await seed();
    const left = { status: "processing", processed_rows: 1, lease_owner: "killed", asks_until_lease_ends: 2 };
    Object.assign(jobOf(9) ?? {}, left);
    expect(await seed()).toEqual({ rows: 2, rejected: 1 });
    expect(statuses()).toEqual(Array(13).fill("completed"));
  });

  it("leaves a file to another start that completes it meanwhile", async () => {
    await seed();
    Object.assign(jobOf(9) ?? {}, { status: "processing", lease_owner: "other", asks_until_lease_ends: 1e9 });
    const seeding = seed();
    await expect.poll(() => jobOf(9)?.asks_until_lease_ends).toBeLessThan(1e9);
    Object.assign(jobOf(9) ?? {}, { status: "completed" });
    expect(await seeding).toEqual({ rows: 0, rejected: 0 });
  });

  it("starts a file from the top when it has changed since", async () => {
    await seed();
    Object.assign(jobOf(9) ?? {}, { status: "failed", processed_rows: 2 });
    await writePreset(9, 4);
    expect(await seed()).toEqual({ rows: 5, rejected: 1 });
    expect(jobs.size).toBe(13);
  });

  it("says which file is no CSV of lectures", async () => {
    await writeFile(join(directory, "Master_-_Lectern-5.csv"), "Course Name\n");
    await expect(seed()).rejects.toThrow(/Master_-_Lectern-5.csv could not be loaded: .* lacks the columns/);
    expect(jobOf(5)?.status).toBe("failed");
  });
});
