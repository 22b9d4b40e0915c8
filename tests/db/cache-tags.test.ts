import { expect, test } from "vitest";
import { claimJob, retryJob } from "../../lib/lecture-import/job-queue.ts";
import { describeOnDatabase } from "./apis.ts";
import { csvOf, prepareImportJobs } from "./import-jobs.ts";
import { insertLectures, lectureRow, removeCourse } from "./lectures.ts";

const { runJob } = await import("../../lib/lecture-import/run-job.server.ts");
const { importQuestions } = await import("../../lib/quiz/import-questions.ts");

describeOnDatabase("pages are to be made anew", (api, sql) => {
  const jobs = prepareImportJobs(api, sql);
  const version = async () =>
    Number((await sql`select version from cache_tags where tag = 'catalogue'`)[0]?.version ?? 0);
  /** How much some work has increased the version. */
  const moved = async (work: () => Promise<unknown>) => {
    const before = await version();
    await work();
    return (await version()) - before;
  };

  test("once an import has ended, not with its batches, and not where it changed nothing", async () => {
    const file = csvOf(jobs.course(`Anew ${api.name}`), 1010);
    const id = await jobs.upload(file);
    const slice = async () => runJob(jobs.service, await jobs.claim(id), Date.now());
    expect(await moved(slice)).toBe(0);
    expect(await moved(async () => expect(await slice()).toBe("completed"))).toBe(1);
    const again = await jobs.upload(file);
    expect(
      await moved(async () => expect(await runJob(jobs.service, await jobs.claim(again))).toBe("completed")),
    ).toBe(0);
  });

  test("where an import fails after it has written, and when a retry gets further", async () => {
    const file = csvOf(jobs.course(`Anew after a failure ${api.name}`), 1010);
    const id = await jobs.upload(file);
    await runJob(jobs.service, await jobs.claim(id), Date.now());
    const run = async () => runJob(jobs.service, await jobs.claim(id));
    // The next claim makes the job fail, because it has used all attempts.
    await sql`update import_jobs set attempts = 10, lease_until = now() - interval '1 second' where id = ${id}`;
    expect(await moved(() => claimJob(jobs.service, { jobId: id }))).toBe(1);
    expect(await moved(() => retryJob(jobs.service, id))).toBe(0);
    expect(await moved(async () => expect(await run()).toBe("completed"))).toBe(1);
  });

  test("where questions come in, and with every other change of a lecture, once it is committed", async () => {
    const name = `Anew by hand ${api.name}`;
    const lecture = lectureRow({ course_name: name, seo_slug: name });
    expect(await moved(() => insertLectures(sql, [lecture]))).toBe(0);
    const questions = `course slug,question,options,correct option,explanation\n${name},Which?,one|two,A,\n`;
    const file = new Blob([questions]).stream();
    expect(await moved(() => importQuestions(jobs.service, file))).toBeGreaterThan(0);
    expect(await moved(() => sql`delete from quiz_questions where course_id = ${name}`)).toBe(1);

    expect(await moved(() => sql`update lectures set "Views" = 7 where "Course Name" = ${name}`)).toBe(1);
    await sql.begin(async (tx) => {
      const before = await version();
      await tx`update lectures set "Views" = 8 where "Course Name" = ${name}`;
      expect(await version()).toBe(before);
    });
    expect(await moved(() => removeCourse(sql, name))).toBe(1);
  });
});
