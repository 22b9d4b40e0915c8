import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { COLUMN_NAMES, FIELDS } from "../../lib/lecture-import/columns.ts";
import { claimJob, createBatchWriter, renewLease } from "../../lib/lecture-import/job-queue.ts";
import { clientOf, describeOnEachApi, signUp } from "./apis.ts";
import { startBreakingProxy } from "./breaking-proxy.ts";
import { lectureRow, removeCourse } from "./lectures.ts";

const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");
const { removeUpload, storeUpload, uploadPath } = await import("../../lib/lecture-import/bucket.server.ts");
const { getImportJob, listImportJobs, readRejections } = await import(
  "../../lib/lecture-import/jobs.server.ts"
);

/** A file of `count` lectures of a course; cells of a row can be overridden by its number. */
function csvOf(course: string, count: number, overrides: Record<number, Record<string, unknown>> = {}) {
  const lines = [FIELDS.map((field) => COLUMN_NAMES[field]).join(",")];
  for (let number = 1; number <= count; number++) {
    const row = lectureRow({
      course_name: course,
      lecture_number: number,
      lecture_name: `Lecture ${number}`,
      ...overrides[number],
    }) as Record<string, unknown>;
    lines.push(FIELDS.map((field) => String(row[field] ?? "")).join(","));
  }
  return new TextEncoder().encode(lines.join("\r\n"));
}

describeOnEachApi("a worker", (api, sql) => {
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

  /** A job of an administrator whose file lies in the bucket. */
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

  test("imports a whole file, says what became of each row, and takes the file out of the bucket", async () => {
    const name = course(`Whole ${api.name}`);
    const bad = { 7: { youtube: "https://evil.example/watch" }, 9: { views: "many" } };
    const id = await upload(csvOf(name, 2500, bad), { file_name: "Größen = 1.csv" });
    const told = vi.fn(async () => {
      expect((await stored(id))?.status).toBe("processing");
      expect(await lectures(name)).toBe(2498);
    });
    expect(await runJob(service, await claim(id), { onComplete: told })).toBe("completed");
    expect(told).toHaveBeenCalledOnce();
    const job = await getImportJob(service, id);
    expect(job).toMatchObject({
      fileName: "Größen = 1.csv",
      status: "completed",
      totalRows: 2500,
      processedRows: 2500,
      insertedRows: 2498,
      rejectedRows: 2,
      errorMessage: null,
      byInstallation: false,
    });
    expect(Math.abs(Date.now() - (job?.createdAt ?? 0))).toBeLessThan(60_000);
    const rejections = [];
    for await (const rows of readRejections(service, id)) rejections.push(...rows);
    expect(rejections.map(({ rowNumber, column }) => [rowNumber, column])).toEqual([
      [8, "youtube"],
      [10, "Views"],
    ]);
    expect(await claimJob(service, { jobId: id })).toBeNull();
    const [file] = await sql`select 1 from storage.objects where name = ${(await stored(id))?.file_path}`;
    expect(file).toBeUndefined();
  });

  test("goes on in slices, each from where the last one stopped, with every row in once", async () => {
    const name = course(`Slices ${api.name}`);
    const id = await upload(csvOf(name, 3500));
    const outcomes = [];
    for (let slice = 0; slice < 10; slice++) {
      const claimed = await claimJob(service, { jobId: id });
      if (!claimed) break;
      outcomes.push(await runJob(service, claimed, { deadline: Date.now() }));
    }
    expect(outcomes).toEqual(["released", "released", "released", "completed"]);
    expect(await stored(id)).toMatchObject({ processed_rows: 3500, inserted_rows: 3500, attempts: 0 });
    expect(await lectures(name)).toBe(3500);
  });

  test("has its job to itself until its lease runs out; then another one goes on, and it writes no more", async () => {
    const name = course(`Lease ${api.name}`);
    const id = await upload(csvOf(name, 1500));
    const first = await claim(id);
    expect(await claimJob(service, { jobId: id })).toBeNull();
    await expire(id);
    const second = await claim(id);
    expect(second.worker).not.toBe(first.worker);
    expect(await runJob(service, first)).toBe("lost");
    expect(await lectures(name)).toBe(0);
    expect(await stored(id)).toMatchObject({ status: "processing", lease_owner: second.worker });
    expect(await runJob(service, second)).toBe("completed");
    expect(await lectures(name)).toBe(1500);
  });

  test("is one of two that claim at once", async () => {
    const id = await addJob();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimJob(service, { jobId: id })));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  test("takes the oldest open job, and never one that the launcher loads", async () => {
    const presets = { user_id: null, file_path: `data/${randomUUID()}`, created_at: "2001-01-01" };
    const preset = await addJob(presets);
    await addJob({
      ...presets,
      file_path: `data/${randomUUID()}`,
      status: "processing",
      lease_until: "2001-01-01",
    });
    const oldest = await addJob({ created_at: "2001-01-02" });
    await addJob({ created_at: "2001-01-03" });
    expect((await claimJob(service))?.row.id).toBe(oldest);
    expect((await claimJob(service, { jobId: preset }))?.row.id).toBe(preset);
  });

  test("keeps its job while it is at work", async () => {
    const id = await addJob();
    const { worker } = await claim(id);
    await expire(id);
    const renewed = await service.rpc("renew_import_lease", { p_job: id, p_worker: worker, p_total: 12 });
    expect(renewed.data).toBe(true);
    expect(await claimJob(service, { jobId: id })).toBeNull();
    expect((await stored(id))?.total_rows).toBe(12);
    const other = await service.rpc("renew_import_lease", { p_job: id, p_worker: randomUUID() });
    expect(other.data).toBe(false);
  });

  test("has its job for as long as it asked for at its claim", async () => {
    const id = await addJob();
    const secondsLeft = async () => {
      const [job] = await sql`
        select extract(epoch from lease_until - clock_timestamp())::float as left from import_jobs where id = ${id}`;
      return job?.left;
    };
    const claimed = await claimJob(service, { jobId: id, leaseSeconds: 3000 });
    expect(await secondsLeft()).toBeGreaterThan(2000);
    for (const keep of [
      () => renewLease(service, claimed!),
      () => createBatchWriter(service, claimed!)({ ok: true, position: 0, lectures: [], rejections: [] }),
    ]) {
      await expire(id);
      await keep();
      expect(await secondsLeft()).toBeGreaterThan(2000);
    }
  });

  test("whose connection breaks while it renews its lease gives the job back, and a claim goes on with it", async () => {
    const name = course(`Broken connection ${api.name}`);
    const id = await upload(csvOf(name, 5));
    const proxy = await startBreakingProxy(api.url, "renew_import_lease");
    try {
      const client = clientOf({ ...api, url: proxy.url }, "secretKey");
      expect(await runJob(client, await claim(id))).toBe("released");
    } finally {
      await proxy.stop();
    }
    expect(proxy.broken).toBe(1);
    const job = await stored(id);
    expect(job).toMatchObject({ status: "processing", lease_owner: null, attempts: 1, processed_rows: 0 });
    expect(job?.error_message).toMatch(/^The import's lease could not be read: /);
    expect(Number(job?.lease_until) - Date.now()).toBeLessThan(2000);
    await expire(id);
    expect(await runJob(service, await claim(id))).toBe("completed");
    expect(await lectures(name)).toBe(5);
  });

  test("gives its job up when its lease is another one's by the time that it has counted the rows", async () => {
    const name = course(`Counted too late ${api.name}`);
    const id = await upload(csvOf(name, 5));
    const first = await claim(id);
    await expire(id);
    const second = await claim(id);
    expect(await renewLease(service, first)).toBe(false);
    expect(await runJob(service, first)).toBe("lost");
    expect(await stored(id)).toMatchObject({
      lease_owner: second.worker,
      error_message: null,
      total_rows: null,
    });
  });

  test.each([
    ["that is empty", new Uint8Array(), "The file is empty.", {}],
    ["without rows", csvOf("None", 0), "The file has no rows below its column names.", {}],
    ["cut short", csvOf("Short", 20), "The upload is not complete: ", { file_size: 99_999 }],
  ])("fails a file %s before anything is written", async (_, bytes, message, values) => {
    const id = await upload(bytes, values);
    expect(await runJob(service, await claim(id))).toBe("failed");
    const job = await stored(id);
    expect(job).toMatchObject({ status: "failed", processed_rows: 0, lease_owner: null });
    expect(job?.error_message).toContain(message);
    await removeUpload(service, job?.file_path);
  });

  test("fails a file with a quotation mark that is never closed before anything is written", async () => {
    const name = course(`Open quote ${api.name}`);
    const id = await upload(csvOf(name, 9000, { 3000: { keywords: '"' } }));
    expect(await runJob(service, await claim(id))).toBe("failed");
    expect((await stored(id))?.error_message).toMatch(/^Row 3001 is longer than/);
    expect(await lectures(name)).toBe(0);
  });

  test("fails a job whose file is gone", async () => {
    const id = await addJob({ file_path: uploadPath("gone.csv") });
    expect(await runJob(service, await claim(id))).toBe("failed");
    expect((await stored(id))?.error_message).toBe(
      "The uploaded file is no longer there. Please upload it again.",
    );
  });

  test("gives a job back after trouble, and the job fails when it does not get on ten times", async () => {
    const id = await upload(csvOf("Trouble", 5));
    // Batches go to a port where no server listens.
    const troubled = clientOf(api, "secretKey", undefined, (input, init) =>
      fetch(String(input).includes("write_import_batch") ? "http://127.0.0.1:1" : input, init),
    );
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect(await runJob(troubled, await claim(id))).toBe("released");
      expect(await stored(id)).toMatchObject({ status: "processing", attempts: attempt, lease_owner: null });
      expect(await claimJob(service, { jobId: id })).toBeNull();
      await expire(id);
    }
    expect(await claimJob(service, { jobId: id })).toBeNull();
    const job = await stored(id);
    expect(job).toMatchObject({ status: "failed", attempts: 0, processed_rows: 0, total_rows: 5 });
    expect(job?.error_message).toMatch(/^Rows from 0 on were not stored: /);
  });

  test("goes on with a failed job at a retry, from where it stopped", async () => {
    const name = course(`Retry ${api.name}`);
    const id = await upload(csvOf(name, 2500));
    expect(await runJob(service, await claim(id), { deadline: Date.now() })).toBe("released");
    await sql`update import_jobs set status = 'failed', error_message = 'for a test' where id = ${id}`;
    expect(await claimJob(service, { jobId: id })).toBeNull();
    expect((await service.rpc("retry_import_job", { p_job: id })).data).toBe(true);
    const claimed = await claim(id);
    expect(claimed.row.processed_rows).toBe(1000);
    expect(await runJob(service, claimed)).toBe("completed");
    expect(await lectures(name)).toBe(2500);
    expect((await service.rpc("retry_import_job", { p_job: id })).data).toBe(false);
  });

  test("does not finish a job that went to another", async () => {
    const id = await addJob();
    await claim(id);
    const ended = await service.rpc("finish_import_job", { p_job: id, p_worker: randomUUID() });
    expect(ended.data).toBe(false);
    expect((await stored(id))?.status).toBe("processing");
  });

  test("completes no job of which a row is missing", async () => {
    const id = await addJob();
    const { worker } = await claim(id);
    await service.rpc("renew_import_lease", { p_job: id, p_worker: worker, p_total: 3 });
    const ended = await service.rpc("finish_import_job", { p_job: id, p_worker: worker });
    expect(ended.error?.message).toContain("import_jobs_completed_whole");
  });

  test("cannot be played by visitors or accounts", async () => {
    const id = await addJob();
    const p_worker = randomUUID();
    for (const client of [clientOf(api), (await signUp(api)).client]) {
      const refused = [
        await client.rpc("claim_import_job", { p_worker }),
        await client.rpc("renew_import_lease", { p_job: id, p_worker }),
        await client.rpc("write_import_batch", { p_job: id, p_worker, p_position: 0, p_rows: "[]" }),
        await client.rpc("finish_import_job", { p_job: id, p_worker }),
        await client.rpc("release_import_job", { p_job: id, p_worker }),
        await client.rpc("retry_import_job", { p_job: id }),
      ];
      for (const { error } of refused) expect(error).not.toBeNull();
      expect((await client.from("import_jobs").select("id")).data ?? []).toEqual([]);
    }
    expect((await stored(id))?.status).toBe("pending");
  });

  test("shows an administrator the history, the newest first, a page at a time, and the import that goes on", async () => {
    const admin = await signUp(api);
    await sql`insert into user_roles values (${admin.id}, 'admin')`;
    for (let day = 1; day <= 25; day++) {
      await addJob({ created_at: new Date(Date.UTC(2037, 0, day)), status: "completed", total_rows: 0 });
    }
    // Behind the 25, in front of what other tests leave at the same time.
    const installations = { user_id: null, file_path: `data/${randomUUID()}.csv` };
    await addJob({
      ...installations,
      created_at: new Date(Date.UTC(2036, 11, 31)),
      status: "completed",
      total_rows: 0,
    });
    await addJob({ ...installations, file_path: `data/${randomUUID()}.csv`, created_at: "2036-12-30" });
    const open = await addJob({ created_at: "2036-12-29" });
    const first = await listImportJobs(admin.client, { page: 1 });
    expect(first.jobs.map(({ createdAt }) => new Date(createdAt).getUTCDate())).toEqual(
      Array.from({ length: 20 }, (_, index) => 25 - index),
    );
    const second = await listImportJobs(admin.client, { page: 2 });
    expect(second.jobs.slice(0, 5).map(({ createdAt }) => new Date(createdAt).getUTCDate())).toEqual([
      5, 4, 3, 2, 1,
    ]);
    expect(first.total).toBeGreaterThanOrEqual(25);
    expect(second.jobs.some(({ byInstallation }) => byInstallation)).toBe(true);
    const behind = await listImportJobs(admin.client, { page: 1000 });
    expect([behind.jobs, behind.total]).toEqual([[], first.total]);
    expect([first, second, behind].map(({ openJob }) => openJob?.id)).toEqual([open, open, open]);
  });
});
