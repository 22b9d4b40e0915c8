import { expect, test } from "vitest";
import { claimJob } from "../../lib/lecture-import/job-queue.ts";
import { clientOf, describeOnEachApi, onDatabase, variationsOn } from "./apis.ts";
import { csvOf, prepareImportJobs } from "./import-jobs.ts";

const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");
const { removeUpload, uploadPath } = await import("../../lib/lecture-import/bucket.server.ts");
const { getImportJob, readRejections } = await import("../../lib/lecture-import/jobs.server.ts");

describeOnEachApi("a worker", (api, sql) => {
  const { service, upload, addJob, course, stored, lectures, expire, claim } = prepareImportJobs(api, sql);
  const isInBucket = async (job: string) =>
    (await sql`select 1 from storage.objects where name = ${(await stored(job))?.file_path}`).length === 1;

  test("imports a whole file, and says what became of each row; the file stays, for its rejected rows", async () => {
    const name = course(`Whole ${api.name}`);
    const bad = { 7: { youtube: "https://evil.example/watch" }, 9: { views: "many" } };
    const id = await upload(csvOf(name, 1010, bad), { file_name: "Größen = 1.csv" });
    expect(await runJob(service, await claim(id))).toBe("completed");
    expect(await lectures(name)).toBe(1008);
    const job = await getImportJob(service, id);
    expect(job).toMatchObject({
      fileName: "Größen = 1.csv",
      status: "completed",
      totalRows: 1010,
      processedRows: 1010,
      insertedRows: 1008,
      rejectedRows: 2,
      errorMessage: null,
      byInstallation: false,
    });
    expect(Math.abs(Date.now() - (job?.createdAt ?? 0))).toBeLessThan(60_000);
    const rejections = [];
    for await (const rows of readRejections(service, id)) rejections.push(...rows);
    expect(
      rejections.map(({ rowNumber, faults }) => [rowNumber, ...faults.map(({ column }) => column)]),
    ).toEqual([
      [8, "youtube"],
      [10, "Views"],
    ]);
    expect(await claimJob(service, { jobId: id })).toBeNull();
    expect(await isInBucket(id)).toBe(true);
  });

  test("notes a course whose name looks like one of the catalogue, before anything is written", async () => {
    const name = course(`Alike ${api.name}`);
    await runJob(service, await claim(await upload(csvOf(name, 1))));
    const other = course(name.toUpperCase());
    for (const [again, values] of [
      [name, []],
      [other, [{ kind: "alikeStored", count: 1, value: other, other: name }]],
    ] as const) {
      const id = await upload(csvOf(again, 3), { mode: "check" });
      expect(await runJob(service, await claim(id))).toBe("completed");
      const job = await getImportJob(service, id);
      expect(job?.warnings).toEqual(values.map((value) => expect.objectContaining(value)));
    }
  });

  test.each(
    variationsOn(api, [
      { mode: "import", rows: 2010, slices: ["released", "released", "completed"] },
      { mode: "check", rows: 4010, slices: ["released", "completed"] },
    ]),
  )(
    "goes on in slices ($mode), each from where the last one stopped, with every row in once",
    async ({ mode, rows, slices }) => {
      const name = course(`Slices ${mode} ${api.name}`);
      const again = { lecture_number: 1, lecture_name: "Lecture 1", views: 7 };
      const id = await upload(csvOf(name, rows, { [rows]: again }), { mode });
      const outcomes = [];
      for (let slice = 0; slice < 10; slice++) {
        const claimed = await claimJob(service, { jobId: id });
        if (!claimed) break;
        outcomes.push(await runJob(service, claimed, Date.now()));
      }
      expect(outcomes).toEqual(slices);
      expect(await stored(id)).toMatchObject({
        processed_rows: rows,
        inserted_rows: rows - 1,
        updated_rows: 1,
        replacing_rows: 1,
        attempts: 0,
      });
      expect(await lectures(name)).toBe(mode === "import" ? rows - 1 : 0);
      expect(await isInBucket(id)).toBe(mode === "check");
    },
  );

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

  test("fails a job whose file is gone", async () => {
    const id = await addJob({ file_path: uploadPath("gone.csv") });
    expect(await runJob(service, await claim(id))).toBe("failed");
    expect((await stored(id))?.error_message).toBe(
      "The uploaded file is no longer there. Please upload it again.",
    );
  });

  test("waits for room on a full disk, however long that takes, and then goes on", async () => {
    const name = course(`Room ${api.name}`);
    const id = await upload(csvOf(name, 20));
    await sql.unsafe(`
      create function public.refuse_for_room() returns trigger language plpgsql as $$
      begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger refuse_for_room before insert on lectures execute function public.refuse_for_room()`);
    try {
      for (const outcome of variationsOn(api, Array<string>(12).fill("released"))) {
        expect(await runJob(service, await claim(id))).toBe(outcome);
        expect(await stored(id)).toMatchObject({
          status: "processing",
          attempts: 0,
          processed_rows: 0,
          error_message: "the disk of the server is full. The import goes on once there is room.",
        });
        expect(await claimJob(service, { jobId: id })).toBeNull();
        await expire(id);
      }
    } finally {
      await sql`drop function public.refuse_for_room() cascade`;
    }
    expect(await runJob(service, await claim(id))).toBe("completed");
    expect(await lectures(name)).toBe(20);
  });

  test("goes on with a failed job at a retry, from where it stopped", async () => {
    const name = course(`Retry ${api.name}`);
    const id = await upload(csvOf(name, 1010));
    expect(await runJob(service, await claim(id), Date.now())).toBe("released");
    await sql`update import_jobs set status = 'failed', error_message = 'for a test' where id = ${id}`;
    expect(await claimJob(service, { jobId: id })).toBeNull();
    expect((await service.rpc("retry_import_job", { p_job: id })).data).toBe(true);
    const claimed = await claim(id);
    expect(claimed.row.processed_rows).toBe(1000);
    expect(await runJob(service, claimed)).toBe("completed");
    expect(await lectures(name)).toBe(1010);
    expect((await service.rpc("retry_import_job", { p_job: id })).data).toBe(false);
  });

  test("completes no job of which a row is missing", async () => {
    const id = await addJob();
    const { worker } = await claim(id);
    await service.rpc("renew_import_lease", { p_job: id, p_worker: worker, p_total: 3 });
    const ended = await service.rpc("finish_import_job", { p_job: id, p_worker: worker });
    expect(ended.error?.message).toContain("import_jobs_completed_whole");
  });

  onDatabase(api, () => {
    test("fails a file with a quotation mark that is never closed before anything is written", async () => {
      const name = course(`Open quote ${api.name}`);
      const id = await upload(csvOf(name, 9000, { 3000: { keywords: '"' } }));
      expect(await runJob(service, await claim(id))).toBe("failed");
      expect((await stored(id))?.error_message).toMatch(/^Row 3001 is longer than/);
      expect(await lectures(name)).toBe(0);
    });

    test("gives a job back after trouble, and the job fails when it does not get on ten times", async () => {
      const id = await upload(csvOf("Trouble", 5));
      // This client sends batches to a port without a server.
      const troubled = clientOf(api, "secretKey", undefined, (input, init) =>
        fetch(String(input).includes("write_import_batch") ? "http://127.0.0.1:1" : input, init),
      );
      for (let attempt = 1; attempt <= 10; attempt++) {
        expect(await runJob(troubled, await claim(id))).toBe("released");
        expect(await stored(id)).toMatchObject({
          status: "processing",
          attempts: attempt,
          lease_owner: null,
        });
        expect(await claimJob(service, { jobId: id })).toBeNull();
        await expire(id);
      }
      expect(await claimJob(service, { jobId: id })).toBeNull();
      const job = await stored(id);
      expect(job).toMatchObject({ status: "failed", attempts: 0, processed_rows: 0, total_rows: 5 });
      expect(job?.error_message).toMatch(/^Rows from 0 on were not stored: /);
    });
  });
});
