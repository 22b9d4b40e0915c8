import { afterAll, beforeAll, expect, test } from "vitest";
import type { Random } from "../../bench/random.ts";
import {
  FIELDS,
  type Field,
  type ImportedLecture,
  OPTIONAL_FIELDS,
} from "../../lib/lecture-import/columns.ts";
import { importLectures, type RowCounts, type WriteBatch } from "../../lib/lecture-import/import-lectures.ts";
import {
  createBatchChecker,
  createBatchWriter,
  finishJob,
  type JobRow,
  recordFile,
  removeMissingBatch,
  writeUndoBatch,
} from "../../lib/lecture-import/job-queue.ts";
import { isLongForm } from "../long-form.ts";
import { forSeeds } from "../unit/csv/random.ts";
import { bytesOf } from "../unit/csv/support.ts";
import { lecturesFile, mutatedFile } from "../unit/lecture-import/mutated-files.ts";
import { memoryCatalogue } from "../unit/lecture-import/support.ts";
import { clientOf, connect, hosted } from "./apis.ts";
import { newJob, newUndo, worker } from "./lectures.ts";

const FILES = isLongForm ? 300 : 15;

const sql = connect();
const client = clientOf(hosted, "secretKey");
let lastId: string;

beforeAll(async () => {
  lastId = (await sql`select max(id) as id from lectures`)[0]?.id;
});
afterAll(async () => {
  await sql`delete from lectures where id > ${lastId}`;
  await sql`delete from import_jobs where file_path like 'test/%'`;
});

/** A valid or a damaged file; sometimes one whose lectures repeat across batches. */
const anyFile = (random: Random) =>
  random.chance(0.02)
    ? lecturesFile(random, random.between(1_100, 2_300))
    : random.chance(0.5)
      ? lecturesFile(random)
      : mutatedFile(random);

const heldJob = (id: string) => ({ row: { id, processed_rows: 0 } as JobRow, worker });

/** Lectures added since the start, field by field in the form of an import. */
async function addedLectures() {
  const rows = await sql`select private.lecture_json(l) as cells from lectures l where id > ${lastId}`;
  return rows.map(({ cells }) => cells);
}

/** The added lectures with their ids, and checksums of all derived rows. */
const catalogue = async () => ({
  lectures: (await sql`select l::text from lectures l where id > ${lastId} order by id`).map(({ l }) => l),
  // If two courses have the same slug, the first one gets it, so `course_id` depends on the order.
  derived: await sql`
    select (select md5(string_agg((to_jsonb(c) - 'course_id')::text, '|' order by course_name)) from course_summaries c) as courses,
      (select md5(string_agg(s::text, '|' order by subject)) from subject_summaries s) as subjects, t as totals
    from catalogue_totals t`,
});

const inOrder = (lectures: Partial<Record<Field, unknown>>[]) =>
  lectures.map((lecture) => JSON.stringify(FIELDS.map((field) => lecture[field] ?? null))).sort();

async function undo(job: string): Promise<string> {
  const id = await newUndo(sql, job);
  const total = Number((await sql`select total_rows from import_jobs where id = ${id}`)[0]?.total_rows);
  for (let position = 0; position < total; ) {
    const counts = await writeUndoBatch(client, heldJob(id), position);
    expect(counts).toMatchObject({ unchanged: 0, rejected: 0 });
    position += counts.inserted + counts.updated + counts.removed;
  }
  return id;
}

type LectureKey = Pick<ImportedLecture, "course_name" | "lecture_number" | "lecture_name">;
const keyOf = (lecture: LectureKey) =>
  JSON.stringify([lecture.course_name, lecture.lecture_number, lecture.lecture_name]);

/** Finishes a check, and returns the lectures that it found missing. */
async function endCheck(check: string, total: number): Promise<string[]> {
  await recordFile(client, heldJob(check), { total, ignoredColumns: [] });
  expect(await finishJob(client, heldJob(check))).toBe(true);
  const rows = await sql`
    select l."Course Name" as course_name, l."Lecture Number" as lecture_number, l."lecture name" as lecture_name
    from private.missing_lectures m join lectures l on l.id = m.lecture_id where m.job_id = ${check}`;
  return rows.map((row) => keyOf(row as unknown as LectureKey)).sort();
}

/** Removes the lectures that a check found missing, two at a time. */
async function removeMissing(job: string, position: number, count: number): Promise<void> {
  for (let removed = 0; removed < count; ) {
    const [batch] =
      await sql`select * from remove_missing_batch(${job}, ${worker}, ${position + removed}, 2)`;
    expect(batch).toMatchObject({ unchanged: 0, removed: Math.min(2, count - removed) });
    removed += batch?.removed;
  }
  expect(await removeMissingBatch(client, heldJob(job), position + count)).toEqual({
    unchanged: 0,
    removed: 0,
  });
}

test(`imports of ${FILES} files do what a model of them, and a check before, says; missing lectures go, and columns that a file is without are emptied, where that is asked for, and an undo takes all back`, async () => {
  const model = memoryCatalogue();
  const seen = { inserted: 0, updated: 0, unchanged: 0, rejected: 0, removed: 0, emptied: 0, replacing: 0 };
  await forSeeds(FILES, async (random) => {
    const emptied = random.chance(0.4) ? OPTIONAL_FIELDS.filter(() => random.chance(0.5)) : [];
    const file = emptied.length > 0 ? lecturesFile(random, random.between(5, 30), emptied) : anyFile(random);
    const check = await newJob(sql, "check", { emptied });
    const foreseen = await importLectures(bytesOf(file), {
      ...createBatchChecker(client, heldJob(check)),
      emptied,
    });

    const missing = foreseen.ok ? await endCheck(check, foreseen.total) : [];
    const removes = missing.length > 0 && random.chance(0.5) && { check_id: check, removes_missing: true };

    const isTakenBack = random.chance(0.3);
    const before = isTakenBack && (await catalogue());
    const known = new Map(model.lectures);
    const batchCount = model.batches.length;
    const job = await newJob(sql, "import", { ...removes, emptied });
    if (foreseen.ok) await recordFile(client, heldJob(job), foreseen);
    const writer = createBatchWriter(client, heldJob(job));
    const writeBatch: WriteBatch = async (batch) => {
      const counts = await writer.writeBatch(batch);
      expect(counts).toEqual(await model.writeBatch(batch));
      return counts;
    };
    const result = await importLectures(bytesOf(file), { emptied, writeBatch });
    expect(foreseen).toEqual(result);
    expect(await countsOf(check)).toEqual(await countsOf(job));
    if (result.ok) {
      const { ok, ignoredColumns, total, ...counts } = result;
      const { replacing } = await countsOf(job);
      expect(await countsOf(job)).toEqual({ ...counts, replacing, kept: result.rejected });
      seen.replacing += replacing;
      for (const key of Object.keys(counts) as (keyof typeof counts)[]) seen[key] += counts[key];
      const losing = [...known].filter(([key, lecture]) => {
        const [was, is] = [JSON.parse(lecture), JSON.parse(model.lectures.get(key) ?? "{}")];
        return emptied.some((field) => was[field] !== null && is[field] === null);
      });
      expect(
        await sql`select emptied_rows, emptied_edited_rows from import_jobs where id = ${check}`,
      ).toEqual([{ emptied_rows: losing.length, emptied_edited_rows: 0 }]);
      seen.emptied += losing.length;
      const batches = model.batches.slice(batchCount);
      const rejected = batches.flatMap(({ rejections }) => rejections.flatMap(({ about = [] }) => about));
      const isMissing = notAmong(
        batches.flatMap(({ lectures }) => lectures),
        rejected as LectureKey[],
      );
      expect(missing).toEqual([...model.lectures.keys()].filter(isMissing).sort());
      if (removes) {
        await removeMissing(job, total, missing.length);
        for (const key of missing) model.lectures.delete(key);
        seen.removed += missing.length;
      }
    }
    if (!before) return;
    const after = await catalogue();
    const first = await undo(job);
    expect(await catalogue()).toEqual(before);
    if (random.chance(0.5)) {
      await undo(first);
      expect(await catalogue()).toEqual(after);
    } else {
      model.lectures.clear();
      for (const [key, lecture] of known) model.lectures.set(key, lecture);
    }
  });
  const lectures = [...model.lectures.values()].map((lecture) => JSON.parse(lecture));
  expect(inOrder(await addedLectures())).toEqual(inOrder(lectures));
  // The files must have produced every outcome.
  for (const [key, count] of Object.entries(seen)) expect(count, key).toBeGreaterThan(FILES / 4);
});

/** A predicate for lectures of the same courses that are neither in these rows nor rejected. */
function notAmong(rows: ImportedLecture[], rejected: LectureKey[]) {
  const courses = new Set(rows.map(({ course_name }) => course_name));
  const keys = new Set([...rows, ...rejected].map(keyOf));
  return (key: string) => courses.has(JSON.parse(key)[0]) && !keys.has(key);
}

async function countsOf(job: string): Promise<RowCounts & { replacing: number; kept: number }> {
  const [counts] = await sql`
    select inserted_rows as inserted, updated_rows as updated, unchanged_rows as unchanged, rejected_rows as rejected,
      replacing_rows as replacing,
      (select count(distinct row_number)::int from import_rejections r where r.job_id = j.id) as kept
    from import_jobs j where id = ${job}`;
  return counts as RowCounts & { replacing: number; kept: number };
}
