import { expect, it } from "vitest";
import { findFileFault, MAX_FILE_BYTES } from "../../../lib/lecture-import/files.ts";

const notCsv = "Please select a CSV file";
const tooLarge = "File size must be less than 100MB";

it.each([
  ["lectures.csv", 0, null],
  ["lectures.CSV", 1, null],
  ["a.b.csv", 1, null],
  [".csv", 1, null],
  ["lectures.csv", 104_857_600, null],
  ["lectures.csv", 104_857_601, tooLarge],
  ["lectures.csv.txt", 1, notCsv],
  ["lectures.xlsx", 1, notCsv],
  ["lecturescsv", 1, notCsv],
  ["lectures.csv ", 1, notCsv],
  ["", 1, notCsv],
  // The name is checked first.
  ["lectures.zip", 104_857_601, notCsv],
])("%j of %i bytes: %s", (name, size, fault) => {
  expect(findFileFault({ name, size })).toBe(fault);
});

it.each([
  ["lectures.tsv", null],
  ["lectures.XLSX", null],
  ["lectures.xlsm", null],
  // The reader of workbooks says what to do with these.
  ["lectures.xls", null],
  ["lectures.xlsb", null],
  ["lectures.ods", null],
  ["lectures.numbers", null],
  ["lectures.pdf", "Please select a CSV or Excel file"],
])("to be checked, %j: %s", (name, fault) => expect(findFileFault({ name, size: 1 }, "check")).toBe(fault));

it("100 MB are those of the bucket", () => expect(MAX_FILE_BYTES).toBe(100 * 2 ** 20));
