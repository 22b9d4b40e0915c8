import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { BUCKET, KEPT_DAYS } from "../../lib/lecture-import/files.ts";
import { describeOnEachApi, pointAppAt } from "./apis.ts";
import { csvOf, prepareImportJobs } from "./import-jobs.ts";

const { storeUpload, uploadPath } = await import("../../lib/lecture-import/bucket.server.ts");

describeOnEachApi("uploads that are older than they are kept", (api, sql) => {
  const { service, upload, addJob, stored } = prepareImportJobs(api, sql);
  let tidyUploads: () => Promise<void>;
  beforeAll(async () => {
    pointAppAt(api);
    ({ tidyUploads } = await import("../../lib/lecture-import/tidy.server.ts"));
  });

  const bytes = csvOf("Old upload", 1);
  const ended = { total_rows: 1, processed_rows: 1, unchanged_rows: 1 };
  const pathOf = async (job: string) => (await stored(job))?.file_path as string;
  const age = (path: string, days: number) =>
    sql`update storage.objects set created_at = now() - ${days} * interval '1 day' where name = ${path}`;

  /** Adds a job whose upload is this many days old; returns the path of the file. */
  async function uploadedBefore(days: number, values: object): Promise<string> {
    const path = await pathOf(await upload(bytes, values));
    await age(path, days);
    return path;
  }

  /** Which of these files can still be read. */
  async function readable(paths: readonly string[]): Promise<string[]> {
    const found = await Promise.all(
      paths.map(async (path) => ({ path, ...(await service.storage.from(BUCKET).download(path)) })),
    );
    return found.flatMap(({ path, data }) => (data ? [path] : []));
  }

  test("are removed, with a job or without, but for those of imports that go on", async () => {
    const withoutJob = uploadPath(`${randomUUID()}.csv`);
    expect(await storeUpload(service, withoutJob, bytes)).toEqual({ ok: true });
    await age(withoutJob, KEPT_DAYS + 1);
    const gone = [
      withoutJob,
      await uploadedBefore(KEPT_DAYS + 1, { status: "completed", ...ended }),
      await uploadedBefore(KEPT_DAYS + 1, { status: "failed", error_message: "Cut short" }),
      await uploadedBefore(KEPT_DAYS + 1, { status: "completed", mode: "check", ...ended }),
    ];
    const checked = await uploadedBefore(KEPT_DAYS + 1, { status: "completed", mode: "check", ...ended });
    await addJob({ file_path: checked });
    const kept = [
      checked,
      await uploadedBefore(KEPT_DAYS + 1, { status: "pending" }),
      await uploadedBefore(KEPT_DAYS + 1, { status: "processing" }),
      await uploadedBefore(KEPT_DAYS - 1, { status: "completed", ...ended }),
      await uploadedBefore(KEPT_DAYS - 1, { status: "failed", error_message: "Cut short" }),
    ];
    expect(await readable([...gone, ...kept])).toHaveLength(gone.length + kept.length);

    await tidyUploads();
    expect(await readable([...gone, ...kept])).toEqual(kept);
    expect(await sql`select name from storage.objects where name = any(${gone})`).toEqual([]);
    await service.storage.from(BUCKET).remove(kept);
  });
});
