import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeOnDatabase, signUp } from "./apis.ts";
import { csvOf, prepareImportJobs } from "./import-jobs.ts";

const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");
const { createCheckedImport } = await import("../../lib/lecture-import/jobs.server.ts");
const { getImportReport } = await import("../../lib/lecture-import/report.server.ts");

describeOnDatabase("lectures that are missing in a file", (api, sql) => {
  const { service, upload, addLectures, course, stored, claim, expire } = prepareImportJobs(api, sql);

  async function editor() {
    const account = await signUp(api);
    await sql`insert into user_roles values (${account.id}, 'editor')`;
    const importChecked = (checkId: string, removesMissing = true) =>
      createCheckedImport(account.client, {
        userId: account.id,
        checkId,
        overwritesEdits: false,
        removesMissing,
      });
    return { ...account, importChecked };
  }

  const run = async (id: string) => expect(await runJob(service, await claim(id))).toBe("completed");

  async function done(bytes: Uint8Array<ArrayBuffer>, mode: "import" | "check") {
    const id = await upload(bytes, { mode });
    await run(id);
    return id;
  }

  const idOf = async (name: string, number: number) =>
    (await sql`select id from lectures where "Course Name" = ${name} and "Lecture Number" = ${number}`)[0]
      ?.id as string;
  const numbersOf = async (name: string) =>
    (
      await sql`select "Lecture Number" as n from lectures where "Course Name" = ${name} order by "Lecture Number"`
    ).map(({ n }) => n);

  test("stay unless their removal is asked for, go with it, and return when the import is undone", async () => {
    const name = course(`Missing ${api.name}`);
    const { importChecked, client } = await editor();
    await addLectures(name, 5);
    const before = await sql`select * from lectures where "Course Name" = ${name} order by id`;
    const file = csvOf(name, 2, { 2: { lecture_number: 6, lecture_name: "Lecture 6" } });
    const kept = String(await importChecked(await done(file, "check"), false));
    await run(kept);
    expect(await stored(kept)).toMatchObject({ total_rows: 2, missing_rows: null, removed_rows: 0 });
    expect(await numbersOf(name)).toEqual([1, 2, 3, 4, 5, 6]);

    const edit = { lecture_id: before[3]?.id, field: "Keywords", job_id: kept };
    await sql`insert into private.lecture_edits ${sql(edit)}`;
    const check = await done(file, "check");
    expect(await stored(check)).toMatchObject({ missing_rows: 4, unchanged_rows: 2 });
    expect(await getImportReport(client, check)).toMatchObject({ isOutdated: false });
    const id = String(await importChecked(check));
    await run(id);
    expect(await getImportReport(client, check)).toMatchObject({ isOutdated: true });
    expect(await stored(id)).toMatchObject({
      total_rows: 6,
      unchanged_rows: 2,
      removed_rows: 4,
      missing_rows: 4,
    });
    expect(await numbersOf(name)).toEqual([1, 6]);
    const [entry] = await sql`select event, details from private.audit_log order by id desc limit 1`;
    expect(entry).toMatchObject({ event: "import completed", details: { rows: 2, removed: 4 } });
    expect(await importChecked(check)).toBeNull();

    const { data: undo } = await client.rpc("undo_import", { p_job: id });
    await run(String(undo));
    expect(await stored(String(undo))).toMatchObject({ inserted_rows: 4, rejected_rows: 0 });
    expect(
      await sql`select * from lectures where "Course Name" = ${name} and "Lecture Number" < 6 order by id`,
    ).toEqual(before);
    expect(await sql`select * from private.lecture_edits where lecture_id = ${before[3]?.id}`).toEqual([
      edit,
    ]);
  });

  test("stay where learners have progress or notes, or what they are called has changed; all that is told", async () => {
    const name = course(`Begun ${api.name}`);
    const { id: learner, client, importChecked } = await editor();
    await addLectures(name, 6);
    const [begun, noted, edited, renamed] = await Promise.all(
      [2, 3, 4, 5].map((number) => idOf(name, number)),
    );
    await sql`insert into user_progress (user_id, record_id) values (${learner}, ${begun!})`;
    await sql`insert into notes (user_id, id, record_id, course_name, lecture_name, at_seconds)
      values (${learner}, ${randomUUID()}, ${noted!}, ${name}, 'Lecture 3', 1)`;
    const check = await done(csvOf(name, 1), "check");
    expect(await getImportReport(client, check)).toMatchObject({ keptCount: 2, job: { missingRows: 5 } });

    await sql`update lectures set "Keywords" = 'by hand' where id = ${edited!}`;
    const { data: other } = await client.rpc("admin_lecture", { p_id: Number(renamed) });
    const { version } = other as { version: string };
    const cells = JSON.stringify({ lecture_name: "Another" });
    await client.rpc("edit_lecture", { p_id: Number(renamed), p_version: version, p_cells: cells });
    const id = String(await importChecked(check));
    await run(id);
    expect(await stored(id)).toMatchObject({ removed_rows: 1, unchanged_rows: 5, status: "completed" });
    expect(await numbersOf(name)).toEqual([1, 2, 3, 4, 5]);
    const report = await getImportReport(client, id);
    // None of the lectures that were kept is a row of the file.
    expect(report?.job).toMatchObject({ unchangedRows: 1, keptRows: 4, removedRows: 1 });
    expect(report?.differences.kept.map(({ before }) => before?.lecture_number)).toEqual([2, 3, 4, 5]);
  });

  test("are not those of rejected rows, as far as these tell; a file with one removes none, as it may be any", async () => {
    const name = course(`Rejected ${api.name}`);
    const { importChecked } = await editor();
    await addLectures(name, 3);
    const told = await done(csvOf(name, 2, { 2: { views: "many", course_name: ` ${name} ` } }), "check");
    expect(await stored(told)).toMatchObject({ missing_rows: 1, rejected_rows: 1 });
    const [missing] = await sql`
      select before ->> 'lecture_name' as name from import_differences where job_id = ${told} and kind = 'missing'`;
    expect(missing?.name).toBe("Lecture 3");
    const check = await done(csvOf(name, 2, { 2: { lecture_number: "two" } }), "check");
    expect(await stored(check)).toMatchObject({ missing_rows: 2, rejected_rows: 1 });
    expect(await importChecked(check)).toBeNull();
    expect(await importChecked(check, false)).not.toBeNull();
  });

  test("go once, however often a worker is cut short", async () => {
    const name = course(`Cut short ${api.name}`);
    const { importChecked } = await editor();
    await addLectures(name, 1010);
    const id = String(await importChecked(await done(csvOf(name, 1), "check")));
    const positions: number[] = [];
    for (let outcome = "released"; outcome === "released"; ) {
      const worker = await claim(id);
      outcome = await runJob(service, worker, Date.now());
      positions.push((await stored(id))?.processed_rows);
      if (outcome === "released") await expire(id);
    }
    expect(positions).toEqual([1, 1001, 1010]);
    expect(await stored(id)).toMatchObject({ removed_rows: 1009, change_count: 1009, status: "completed" });
    expect(await numbersOf(name)).toEqual([1]);
  });
});
