import { expect, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { claimJob } from "../../lib/lecture-import/job-queue.ts";
import { makeLecturesFile } from "../faults/lectures-file.ts";
import { clientOf, connect, hosted, signUp } from "./apis.ts";

const ROWS = 100_000;

const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");
const { storeUpload, uploadPath } = await import("../../lib/lecture-import/bucket.server.ts");

const sql = connect();

test(`an import of ${ROWS} rows goes in whole within the limits of a hosted project`, async () => {
  const service = clientOf(hosted, "secretKey");
  const { id: userId } = await signUp(hosted);
  const { csv, views, counts } = makeLecturesFile("Long", ROWS, createRandom(100));
  const path = uploadPath("long.csv");
  expect(await storeUpload(service, path, new TextEncoder().encode(csv))).toEqual({ ok: true });
  const [job] =
    await sql`insert into import_jobs (user_id, file_path) values (${userId}, ${path}) returning id`;
  const claimed = await claimJob(service, { jobId: job?.id });
  expect(await runJob(service, claimed!)).toBe("completed");
  const [stored] = await sql`
    select inserted_rows as inserted, updated_rows as updated, unchanged_rows as unchanged,
      rejected_rows as rejected, processed_rows as total
    from import_jobs where id = ${job?.id}`;
  expect(stored).toEqual({ ...counts, total: ROWS });
  const [{ lectures } = { lectures: 0 }] = await sql`
    select count(*)::int as lectures from lectures where "Course Name" like 'Long %'`;
  expect(lectures).toBe(views.size);
});
