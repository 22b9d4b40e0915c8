import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { insertLectures, lectureRow } from "../db/lectures.ts";
import { copyEmptyInstallation } from "../prepared-installations.ts";
import { removeInstallation } from "./installation.ts";

const COURSES = 20;
const LECTURES = 50;

/** The rows of a batch: new courses with new lectures. */
const newRows = () =>
  Array.from({ length: COURSES }, () => randomUUID()).flatMap((course_name) =>
    Array.from({ length: LECTURES }, (_, index) =>
      lectureRow({ course_name, lecture_name: `Lecture ${index}`, lecture_number: index }),
    ),
  );

test("an import that begins with an empty catalogue does not read all of it for every later batch", async () => {
  const dataDir = await copyEmptyInstallation();
  onTestFinished(() => removeInstallation(dataDir));
  const backend = await startEmbeddedSupabase({ dataDir });
  onTestFinished(() => backend.stop());
  // One session, because sessions keep plans.
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  const countRead = async () => {
    await sql`select pg_stat_force_next_flush()`;
    const [table] = await sql`
      select seq_tup_read::integer as rows from pg_stat_user_tables where relid = 'public.lectures'::regclass`;
    return table?.rows as number;
  };

  // A session keeps a plan from the sixth call on, and makes one for an empty catalogue if that was emptied since.
  for (let round = 0; round < 2; round++) {
    await sql`truncate lectures, import_jobs cascade`;
    await sql`vacuum (analyze)`;
    for (let batch = 0; batch < 6; batch++) await insertLectures(sql, newRows());
  }
  // What is planned from now on reads no more of the catalogue than it must.
  await sql`set seq_page_cost = 1000`;
  await insertLectures(sql, newRows());
  const before = await countRead();
  for (let batch = 0; batch < 2; batch++) await insertLectures(sql, newRows());
  expect((await countRead()) - before).toBe(0);
});
