import { expect, test } from "vitest";
import { importLectures, type WriteBatch } from "../../lib/lecture-import/import-lectures.ts";
import { createBatchWriter } from "../../lib/lecture-import/job-queue.ts";
import { forSeeds } from "../unit/csv/random.ts";
import { bytesOf } from "../unit/csv/support.ts";
import { lecturesFile, mutatedFile } from "../unit/lecture-import/mutated-files.ts";
import { memoryCatalogue } from "../unit/lecture-import/support.ts";
import { clientOf, connect, hosted } from "./apis.ts";
import { newJob, worker } from "./lectures.ts";

const FILES = 200;

/** Lectures that were added since, field by field as an import has them. */
async function addedSince(lastId: string) {
  const rows = await sql`
    select "Course Name" as course_name, "Course Description" as course_description, "Subject" as subject,
      "Instructor" as instructor, "Insitution" as institution, "SEO:Slug" as seo_slug, "Image" as image,
      "Lecture Number" as lecture_number, "lecture name" as lecture_name, youtube, "Keywords" as keywords,
      "View Rate" as view_rate, "Views" as views
    from lectures where id > ${lastId}`;
  return rows.map(({ views, ...row }) => ({ ...row, views: views === null ? null : Number(views) }));
}

const inOrder = (lectures: unknown[]) => lectures.map((lecture) => JSON.stringify(lecture)).sort();

const sql = connect();
const client = clientOf(hosted, "secretKey");

test(`imports of ${FILES} damaged files count and store the same in the database as in a model of it`, {
  timeout: 600_000,
}, async () => {
  const [last] = await sql`select max(id) as id from lectures`;
  const model = memoryCatalogue();
  const seen = { inserted: 0, updated: 0, unchanged: 0, rejected: 0 };
  try {
    await forSeeds(FILES, async (random) => {
      const file = random.chance(0.5) ? lecturesFile(random) : mutatedFile(random);
      const job = await newJob(sql);
      const write = createBatchWriter(client, { row: { id: job }, worker });
      const writeBatch: WriteBatch = async (batch) => {
        const counts = await write(batch);
        expect(counts).toEqual(await model.writeBatch(batch));
        return counts;
      };
      const result = await importLectures(bytesOf(file), { writeBatch });
      const [stored] = await sql`
          select inserted_rows as inserted, updated_rows as updated, unchanged_rows as unchanged,
            rejected_rows as rejected, processed_rows as total,
            (select count(*)::int from import_rejections r where r.job_id = j.id) as kept
          from import_jobs j where id = ${job}`;
      if (!result.ok) return;
      const { ok, ignoredColumns, ...counts } = result;
      expect(stored).toEqual({ ...counts, kept: result.rejected });
      for (const key of Object.keys(seen) as (keyof typeof seen)[]) seen[key] += result[key];
    });
    const lectures = [...model.lectures.values()].map((lecture) => JSON.parse(lecture));
    expect(inOrder(await addedSince(last?.id))).toEqual(inOrder(lectures));
    // The files have brought about every outcome.
    for (const [key, count] of Object.entries(seen)) expect(count, key).toBeGreaterThan(20);
  } finally {
    await sql`delete from lectures where id > ${last?.id}`;
    await sql`delete from import_jobs where file_path like 'test/%'`;
  }
});
