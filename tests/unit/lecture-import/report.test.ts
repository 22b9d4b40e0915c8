import { expect, test } from "vitest";
import { rowsOfFile } from "../../../lib/lecture-import/job.ts";
import {
  emptiedText,
  excerptAtDifference,
  importLabel,
  needsTyping,
  rowsOverEdits,
} from "../../../lib/lecture-import/report.ts";
import { hasRowsToMend } from "../../../lib/lecture-import/rows-to-mend.ts";
import { jobWith } from "../../sample-import-job.ts";

const check = (missingRows: number, unchangedRows: number) =>
  jobWith({ mode: "check", missingRows, unchangedRows, updatedRows: 0 });

test.each([
  ["names of columns alone", 2, false],
  ["names of columns, and rows that are not listed", 3, true],
])("of %s, there are rows to mend: %i rejected, %s", (_, rejectedRows, is) => {
  const fault = (rowNumber: number) => ({
    rowNumber,
    column: null,
    value: "",
    reason: "the names of the columns once more",
  });
  expect(hasRowsToMend({ job: jobWith({ rejectedRows }), faults: [fault(5), fault(9)] })).toBe(is);
});

test.each([
  [5, check(5, 95), false],
  [6, check(6, 94), true],
  [1, check(1, 0), true],
  [50, check(50, 100_000), false],
  [51, check(51, 100_000), true],
  // Lectures that learners have started stay, and are not counted.
  [5, check(20, 80), false],
])(
  "removing %i lectures is confirmed by typing above 50 or a twentieth of what is there",
  (removed, job, is) => {
    expect(needsTyping(removed, job)).toBe(is);
  },
);

test.each([
  [1241, 9, "Import 1,241 rows and remove 9 lectures"],
  [1, 0, "Import 1 row"],
  [0, 1, "Remove 1 lecture"],
  [0, 0, null],
])("a button says that it imports %i rows and removes %i lectures", (rows, removed, label) => {
  expect(importLabel({ least: rows, most: rows }, removed)).toBe(label);
});

test.each([
  [{ updatedRows: 4, editedRows: 4, unchangedRows: 0 }, "Import 4 rows"],
  [{ updatedRows: 0, editedRows: 2, unchangedRows: 9 }, "Import 2 rows"],
  [{ updatedRows: 3, editedRows: 2, unchangedRows: 9 }, "Import up to 5 rows"],
  [{ insertedRows: 1, updatedRows: 0, editedRows: 0, unchangedRows: 9 }, "Import 1 row"],
])("a button counts a row that is changed and was edited once: %o", (counts, label) => {
  const job = jobWith({ mode: "check", insertedRows: 0, ...counts });
  expect(importLabel(rowsOverEdits(job), 0)).toBe(label);
});

test("lectures that an import removes are no rows of its file; those that a check misses are none of its rows", () => {
  expect(rowsOfFile(jobWith({ totalRows: 17, missingRows: 9 }))).toBe(8);
  expect(rowsOfFile(jobWith({ totalRows: 17 }))).toBe(17);
  expect(rowsOfFile(jobWith({ mode: "check", totalRows: 17, missingRows: 9 }))).toBe(17);
});

test("a check says how many lectures lose what is to be emptied", () => {
  expect(emptiedText(["Subject", "Keywords"], 1204)).toMatch(
    /^1,204 lectures will lose what they have in Subject and Keywords\./,
  );
  expect(emptiedText(["Subject"], 1)).toMatch(/^1 lecture will lose what it has in Subject\./);
  expect(emptiedText(["Subject"], 0)).toMatch(/^No lecture of the file has anything in Subject/);
});

test("an excerpt of a text has what differs from another one", () => {
  const same = "x".repeat(300);
  expect(excerptAtDifference("short", "other")).toBe("short");
  expect(excerptAtDifference(same, "y")).toBe(`${"x".repeat(200)}…`);
  expect(excerptAtDifference(`${same}old${same}`, `${same}new`)).toBe(
    `…${"x".repeat(40)}old${"x".repeat(157)}…`,
  );
  expect(excerptAtDifference(`${same}a`, same)).toBe(`…${"x".repeat(40)}a`);
  expect(excerptAtDifference(same, `${same}a`)).toBe(`…${"x".repeat(40)}`);
  expect(excerptAtDifference("𝒳".repeat(201), "")).toBe(`${"𝒳".repeat(200)}…`);
});
