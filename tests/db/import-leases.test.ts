import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { claimJob, createBatchWriter, renewLease } from "../../lib/lecture-import/job-queue.ts";
import { clientOf, describeOnEachApi } from "./apis.ts";
import { startBreakingProxy } from "./breaking-proxy.ts";
import { csvOf, prepareImportJobs } from "./import-jobs.ts";

const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");

describeOnEachApi("a worker with a lease", (api, sql) => {
  const { service, upload, addJob, course, stored, lectures, expire, claim } = prepareImportJobs(api, sql);

  test("has its job to itself until its lease runs out; then another one goes on, and it writes no more", async () => {
    const name = course(`Lease ${api.name}`);
    const id = await upload(csvOf(name, 20));
    const first = await claim(id);
    expect(await claimJob(service, { jobId: id })).toBeNull();
    await expire(id);
    const second = await claim(id);
    expect(second.worker).not.toBe(first.worker);
    expect(await runJob(service, first)).toBe("lost");
    expect(await lectures(name)).toBe(0);
    expect(await stored(id)).toMatchObject({ status: "processing", lease_owner: second.worker });
    expect(await runJob(service, second)).toBe("completed");
    expect(await lectures(name)).toBe(20);
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
      () =>
        createBatchWriter(service, claimed!).writeBatch({
          ok: true,
          position: 0,
          lectures: [],
          rejections: [],
        }),
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

  test("does not finish a job that another one holds", async () => {
    const id = await addJob();
    await claim(id);
    const ended = await service.rpc("finish_import_job", { p_job: id, p_worker: randomUUID() });
    expect(ended.data).toBe(false);
    expect((await stored(id))?.status).toBe("processing");
  });
});
