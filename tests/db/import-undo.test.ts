import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { expect, test } from "vitest";
import { clientOf, describeOnDatabase, signUp } from "./apis.ts";
import { callDuring } from "./call-during.ts";
import { csvOf, prepareImportJobs } from "./import-jobs.ts";

const { canUndo } = await import("../../lib/lecture-import/report.ts");
const { getImportReport } = await import("../../lib/lecture-import/report.server.ts");
const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");
const { claimJob, forgetOldChanges } = await import("../../lib/lecture-import/job-queue.ts");

describeOnDatabase("an undo", (api, sql) => {
  const { service, upload, addJob, addLectures, course, stored, lectures, claim, expire } = prepareImportJobs(
    api,
    sql,
  );

  /** An administrator, with calls that undo and cancel jobs. */
  async function administrator() {
    const admin = await signUp(api);
    await sql`insert into user_roles values (${admin.id}, 'admin')`;
    const call = async (name: "undo_import" | "cancel_import_job", job: string) => {
      const { data, error } = await admin.client.rpc(name, { p_job: job });
      if (error) throw new Error(error.message);
      return data as string | boolean | null;
    };
    return {
      ...admin,
      undo: (job: string) => call("undo_import", job),
      cancel: (job: string) => call("cancel_import_job", job),
    };
  }

  async function imported(bytes: Uint8Array<ArrayBuffer>) {
    const id = await upload(bytes);
    expect(await runJob(service, await claim(id))).toBe("completed");
    return id;
  }

  async function undone(job: string, { undo }: { undo: (job: string) => Promise<unknown> }) {
    const id = String(await undo(job));
    expect(await runJob(service, await claim(id))).toBe("completed");
    return stored(id);
  }

  const keywordsOf = async (name: string) =>
    (
      await sql`select "Keywords" as k from lectures where "Course Name" = ${name} order by "Lecture Number"`
    ).map(({ k }) => k);
  const lectureOf = async (name: string, number: number) =>
    (await sql`select id from lectures where "Course Name" = ${name} and "Lecture Number" = ${number}`)[0]
      ?.id;

  test("takes added lectures out, gives changed ones their contents back, and can be taken back itself", async () => {
    const name = course(`Taken back ${api.name}`);
    const admin = await administrator();
    await addLectures(name, 3, { 2: { keywords: "first" } });
    const ids = await sql`select id from lectures where "Course Name" = ${name} order by id`;
    const second = await imported(csvOf(name, 5, { 2: { keywords: "second" } }));

    const undo = await undone(second, admin);
    expect(undo).toMatchObject({
      mode: "undo",
      inserted_rows: 0,
      updated_rows: 1,
      removed_rows: 2,
      rejected_rows: 0,
      change_count: 3,
    });
    expect(await keywordsOf(name)).toEqual([null, "first", null]);
    expect(await sql`select id from lectures where "Course Name" = ${name} order by id`).toEqual(ids);
    const [summary] = await sql`select lecture_count from course_summaries where course_name = ${name}`;
    expect(summary?.lecture_count).toBe(3);

    const isUndoUndone = async () => (await getImportReport(admin.client, second))?.isUndoUndone;
    expect(await isUndoUndone()).toBe(false);
    const redo = await undone(undo?.id, admin);
    expect(redo).toMatchObject({ inserted_rows: 2, updated_rows: 1, removed_rows: 0 });
    expect(await keywordsOf(name)).toEqual([null, "second", null, null, null]);
    expect(await admin.undo(second)).toBeNull();
    expect(await isUndoUndone()).toBe(true);
    await undone(redo?.id, admin);
    expect(await isUndoUndone()).toBe(false);
  });

  test("reverts what an earlier one had to leave, once it can, and nothing twice", async () => {
    const name = course(`Left at first ${api.name}`);
    const admin = await administrator();
    await addLectures(name, 2);
    const first = await imported(csvOf(name, 4, { 2: { keywords: "first" } }));
    const second = await imported(csvOf(name, 3, { 2: { keywords: "first" }, 3: { keywords: "second" } }));
    const undone1 = await undone(first, admin);
    expect(undone1).toMatchObject({ updated_rows: 1, removed_rows: 1, rejected_rows: 1 });
    expect(await keywordsOf(name)).toEqual([null, null, "second"]);
    const report = async () =>
      (await admin.client.rpc("import_report", { p_job: first })).data as { undo: { id: string } };
    expect((await report()).undo.id).toBe(undone1?.id);

    await undone(second, admin);
    const [again, twice] = await Promise.all([admin.undo(first), admin.undo(first)]);
    expect([again, twice].filter(Boolean)).toHaveLength(1);
    expect(await runJob(service, await claim(String(again ?? twice)))).toBe("completed");
    const undone2 = await stored(String(again ?? twice));
    expect(undone2).toMatchObject({ updated_rows: 0, unchanged_rows: 2, removed_rows: 1, rejected_rows: 0 });
    expect(await keywordsOf(name)).toEqual([null, null]);
    expect((await report()).undo.id).toBe(undone2?.id);
    expect(await admin.undo(first)).toBeNull();
  });

  test("leaves what was changed since, and what learners have begun, and lists both", async () => {
    const name = course(`Left ${api.name}`);
    const admin = await administrator();
    const job = await imported(csvOf(name, 5));
    const [begun, noted] = [await lectureOf(name, 1), await lectureOf(name, 2)];
    await sql`insert into user_progress (user_id, record_id) values (${admin.id}, ${begun})`;
    await sql`insert into notes (user_id, id, record_id, course_name, lecture_name, at_seconds)
      values (${admin.id}, ${randomUUID()}, ${noted}, ${name}, 'Lecture 2', 1)`;
    await sql`update lectures set "Keywords" = 'by hand' where "Course Name" = ${name} and "Lecture Number" = 3`;
    await sql`delete from lectures where "Course Name" = ${name} and "Lecture Number" = 4`;

    const undo = await undone(job, admin);
    expect(undo).toMatchObject({ removed_rows: 1, unchanged_rows: 1, rejected_rows: 3 });
    expect(await keywordsOf(name)).toEqual([null, null, "by hand"]);
    expect(await sql`select 1 from user_progress where record_id = ${begun}`).toHaveLength(1);
    expect(
      await sql`select value, reason from import_rejections where job_id = ${undo?.id} order by row_number`,
    ).toEqual([
      { value: `${name} · 1 · Lecture 1`, reason: "Learners have progress or notes there." },
      { value: `${name} · 2 · Lecture 2`, reason: "Learners have progress or notes there." },
      { value: `${name} · 3 · Lecture 3`, reason: "It has been changed since." },
    ]);

    // Once nothing is left that could be undone, the report names the undo that found it so, and offers no other.
    await sql`delete from lectures where "Course Name" = ${name}`;
    const last = await undone(job, admin);
    expect(last).toMatchObject({ change_count: 0, rejected_rows: 0 });
    expect((await admin.client.rpc("import_report", { p_job: job })).data).toMatchObject({
      undo: { id: last?.id },
    });
    expect(await admin.undo(job)).toBeNull();
  });

  test("of a lecture that a file has twice, in two batches, brings back what was before the first", async () => {
    const name = course(`Twice ${api.name}`);
    const admin = await administrator();
    await addLectures(name, 1, { 1: { keywords: "before" } });
    const twice = {
      1: { keywords: "one" },
      1010: { lecture_number: 1, lecture_name: "Lecture 1", keywords: "two" },
    };
    const job = await imported(csvOf(name, 1010, twice));
    expect(await stored(job)).toMatchObject({ inserted_rows: 1008, updated_rows: 2, change_count: 1010 });
    expect(await undone(job, admin)).toMatchObject({ updated_rows: 2, removed_rows: 1008 });
    expect(await keywordsOf(name)).toEqual(["before"]);
  });

  test("goes on where a worker left it, and changes nothing twice", async () => {
    const name = course(`Cut short ${api.name}`);
    const admin = await administrator();
    const job = await imported(csvOf(name, 1010));
    const undo = String(await admin.undo(job));
    const dead = await claim(undo);
    expect(await runJob(service, dead, Date.now())).toBe("released");
    expect(await stored(undo)).toMatchObject({
      status: "processing",
      processed_rows: 1000,
      removed_rows: 1000,
    });
    const cut = await claim(undo);
    await expire(undo);
    const next = await claim(undo);
    expect(await runJob(service, cut)).toBe("lost");
    expect(await runJob(service, next)).toBe("completed");
    expect(await stored(undo)).toMatchObject({ processed_rows: 1010, removed_rows: 1010 });
    expect(await lectures(name)).toBe(0);
  });

  test("is one, whoever asks, and only of what is at its end", async () => {
    const name = course(`Two at once ${api.name}`);
    const [one, other] = await Promise.all([administrator(), administrator()]);
    const open = await upload(csvOf(name, 2));
    expect(await one.undo(open)).toBeNull();
    expect(await runJob(service, await claim(open))).toBe("completed");
    const answers = await Promise.all([one.undo(open), other.undo(open)]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    const stranger = await signUp(api);
    for (const client of [clientOf(api), stranger.client]) {
      expect((await client.rpc("undo_import", { p_job: open })).error).not.toBeNull();
      expect((await client.rpc("cancel_import_job", { p_job: open })).error).not.toBeNull();
    }
    expect(await runJob(service, await claim(String(answers.find(Boolean))))).toBe("completed");
  });

  test("takes back what a cancelled import has brought; the worker of that stops", async () => {
    const name = course(`Cancelled ${api.name}`);
    const admin = await administrator();
    const id = await upload(csvOf(name, 1010));
    const held = await claim(id);
    expect(await runJob(service, held, Date.now())).toBe("released");
    const again = await claim(id);
    expect(await admin.cancel(id)).toBe(true);
    expect(await runJob(service, again)).toBe("lost");
    expect(await claimJob(service, { jobId: id })).toBeNull();
    expect(await stored(id)).toMatchObject({ status: "failed", processed_rows: 1000, lease_owner: null });
    expect(await admin.cancel(id)).toBe(false);
    expect(await undone(id, admin)).toMatchObject({ removed_rows: 1000 });
    // The import cannot be resumed while its undo exists.
    expect((await service.rpc("retry_import_job", { p_job: id })).data).toBe(false);
  });

  test("is possible for the last ten imports that changed something", async () => {
    const name = course(`Forgotten ${api.name}`);
    const admin = await administrator();
    const first = await imported(csvOf(name, 3));
    const changed = {
      status: "completed",
      total_rows: 1,
      processed_rows: 1,
      inserted_rows: 1,
      change_count: 1,
    };
    const forget = async () => {
      while ((await forgetOldChanges(service)) > 0);
    };
    // Undos do not count among the imports.
    await undone(await imported(csvOf(course(`Undone ${api.name}`), 3)), admin);
    for (let count = 1; count <= 8; count++) await addJob(changed);
    await forget();
    expect(await stored(first)).toMatchObject({ has_history: true });
    await addJob(changed);
    await forget();
    expect(await stored(first)).toMatchObject({ has_history: false });
    expect(await sql`select 1 from private.lecture_changes where job_id = ${first}`).toHaveLength(0);
    expect(await admin.undo(first)).toBeNull();

    // What is being taken back is not forgotten before that has come to its end, not even if it begins meanwhile.
    const last = await imported(csvOf(course(`Not forgotten ${api.name}`), 3));
    for (let count = 1; count <= 10; count++) await addJob(changed);
    const undo = randomUUID();
    const begin = async (tx: postgres.TransactionSql) => {
      await tx`select from import_jobs where id = ${last} for update`;
      await tx`insert into import_jobs (id, mode, undo_of, total_rows) values (${undo}, 'undo', ${last}, 3)`;
      await tx`update import_jobs set can_retry = false where id = ${last}`;
    };
    await callDuring(sql, begin, forget);
    expect(await stored(last)).toMatchObject({ has_history: true });
    await runJob(service, await claim(undo));
    expect(await stored(undo)).toMatchObject({ status: "completed", removed_rows: 3 });
    await forget();
    expect(await stored(last)).toMatchObject({ has_history: false });
  });

  test("is possible again after an undo that was cancelled has been taken back", async () => {
    const name = course(`Cancelled undo ${api.name}`);
    const admin = await administrator();
    const id = await imported(csvOf(name, 1010));
    const undo = String(await admin.undo(id));
    expect(await runJob(service, await claim(undo), Date.now())).toBe("released");
    expect(await admin.cancel(undo)).toBe(true);
    const report = async () => (await getImportReport(admin.client, id))!;
    expect(canUndo(await report())).toBe(false);
    expect(await admin.undo(id)).toBeNull();
    expect(await undone(undo, admin)).toMatchObject({ inserted_rows: 1000, rejected_rows: 0 });
    expect(canUndo(await report())).toBe(true);
    expect(await undone(id, admin)).toMatchObject({ removed_rows: 1010, rejected_rows: 0 });
    expect(canUndo(await report())).toBe(false);
  });

  test("knows changes of jobs that there are, and of no others", async () => {
    const id = await imported(csvOf(course(`Removed ${api.name}`), 3));
    const entries = () => sql`select 1 from private.lecture_changes where job_id = ${id}`;
    const note = (query: typeof sql, job: string) => query`
      insert into private.lecture_changes (job_id, seq, lecture_id, op, after_digest) values (${job}, 4, 1, 'i', 1)`;
    const isRefused = { code: "23503" };
    await expect(note(sql, randomUUID())).rejects.toMatchObject(isRefused);
    await expect(
      sql`update private.lecture_changes set job_id = gen_random_uuid() where job_id = ${id}`,
    ).rejects.toMatchObject(isRefused);
    await expect(sql`update import_jobs set id = gen_random_uuid() where id = ${id}`).rejects.toMatchObject(
      isRefused,
    );
    expect(await entries()).toHaveLength(3);

    // A concurrent delete of the job waits for the new entry, and then deletes the entry too.
    let removal: Promise<unknown> | undefined;
    await sql.begin(async (tx) => {
      await note(tx as unknown as typeof sql, id);
      removal = sql`delete from import_jobs where id = ${id}`.execute();
    });
    await removal;
    expect(await entries()).toHaveLength(0);
  });
});
