import { expect, test, vi } from "vitest";
import { connect, hosted, pointAppAt } from "./apis.ts";
import { csvOf, prepareImportJobs } from "./import-jobs.ts";

pointAppAt(hosted);
vi.stubEnv("CRON_SECRET", "known-to-the-timer");
// More than two small files take on a busy machine: the request ends when no import is left.
vi.stubEnv("LECTERN_IMPORT_SLICE_SECONDS", "60");
const { GET } = await import("../../app/api/imports/scheduled/route.ts");

const jobs = prepareImportJobs(hosted, connect());
const ask = (token: string) =>
  GET(
    new Request("https://lectern.example/api/imports/scheduled", {
      headers: { authorization: `Bearer ${token}` },
    }),
    {
      params: Promise.resolve({}),
    },
  );

test("a scheduled request works on the imports that are open, and tells nobody else about them", async () => {
  const ids = [
    await jobs.upload(csvOf(jobs.course("Scheduled 1"), 20)),
    await jobs.upload(csvOf(jobs.course("Scheduled 2"), 20)),
  ];
  expect((await ask("something else")).status).toBe(401);
  for (const id of ids) expect((await jobs.stored(id))?.status).toBe("pending");
  const answer = await ask("known-to-the-timer");
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
  for (const id of ids)
    expect(await jobs.stored(id)).toMatchObject({ status: "completed", processed_rows: 20 });
});
