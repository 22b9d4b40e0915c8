import { expect, test } from "vitest";
import { type Activity, announcementOf, jobActivity } from "../../../components/admin/import/activity.ts";
import { jobWith } from "../../sample-import-job.ts";

const job = jobWith({ fileSize: 2048, totalRows: 1000 });
const mayLeave = "You can close this page. The import goes on without it, and its result will be here.";

test("an open import is running, with its file, how far it is, and that the page may be closed", () => {
  expect(jobActivity({ ...job, processedRows: 250, insertedRows: 240 })).toMatchObject({
    kind: "file",
    name: "lectures.csv",
    size: 2048,
    phase: "running",
    text: "Processing: 250 of 1,000 rows (240 inserted)",
    percent: 25,
    note: mayLeave,
  });
});

test.each(["check", "undo"] as const)("an open %s may be left as well", (mode) => {
  expect(jobActivity({ ...job, mode }).note).toContain(`The ${mode} goes on without it`);
});

test("an open import with an error is shown as one that is tried again", () => {
  const { phase, note } = jobActivity({ ...job, errorMessage: "no connection" });
  expect({ phase, note }).toEqual({
    phase: "running",
    note: "The server has met a problem and tries again: no connection",
  });
});

test("an import at its end is done, with what is said of its rows", () => {
  expect(jobActivity({ ...job, status: "completed" }, "3 updated")).toMatchObject({
    phase: "done",
    text: "Import complete!",
    note: "3 updated",
  });
});

test("a screen reader hears each stage and each quarter, not each row", () => {
  const said = Array.from({ length: 1001 }, (_, processedRows) =>
    announcementOf(jobActivity({ ...job, processedRows })),
  );
  expect([...new Set(said)]).toEqual(
    ["Processing 0%", "Processing 25%", "Processing 50%", "Processing 75%"].concat("Processing 100%"),
  );
  const sending: Activity = { ...jobActivity(job), text: "Uploading file...", percent: 30 };
  delete sending.job;
  expect(announcementOf(sending)).toBe("Uploading file... 25%");
  expect(announcementOf({ ...sending, percent: null })).toBe("Uploading file...");
  expect(announcementOf(jobActivity({ ...job, status: "completed" }))).toBe("Import complete!");
});

test("a screen reader hears that the server does not answer", () => {
  const note = "The server does not answer at the moment. This page keeps asking; nothing is lost.";
  expect(announcementOf(jobActivity(job, note))).toBe(`Processing 0% ${note}`);
});
