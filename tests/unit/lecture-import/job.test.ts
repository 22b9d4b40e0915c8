import { describe, expect, it } from "vitest";
import {
  formatBytes,
  isOpen,
  otherCountsText,
  percentDone,
  statusText,
} from "../../../lib/lecture-import/job.ts";
import { jobWith } from "../../sample-import-job.ts";

describe("what an import is at", () => {
  it.each([
    [{ status: "pending" }, "Processing in background...", null, true],
    [{ status: "pending", totalRows: 10, processedRows: 5 }, "Processing in background...", 50, true],
    [{}, "Processing in background...", null, true],
    [{ totalRows: 0 }, "Processing: 0 of 0 rows (0 inserted)", 0, true],
    [
      { totalRows: 133_966, processedRows: 5000, insertedRows: 4998 },
      "Processing: 5,000 of 133,966 rows (4,998 inserted)",
      4,
      true,
    ],
    [{ totalRows: 1000, processedRows: 999 }, "Processing: 999 of 1,000 rows (0 inserted)", 99, true],
    [{ status: "completed", totalRows: 0 }, "Import complete!", 100, false],
    [{ status: "completed", totalRows: 3, processedRows: 3 }, "Import complete!", 100, false],
    [{ status: "failed", errorMessage: "The file is empty." }, "The file is empty.", null, false],
    [{ status: "failed", totalRows: 4, processedRows: 1 }, "Failed", 25, false],
  ] as const)("%j", (fields, text, percent, open) => {
    const job = jobWith({ totalRows: null, ...fields });
    expect([statusText(job), percentDone(job), isOpen(job)]).toEqual([text, percent, open]);
  });
});

it.each([
  [{ updated: 0, unchanged: 0, rejected: 0 }, ""],
  [{ updated: 0, unchanged: 4794, rejected: 0 }, "4,794 unchanged"],
  [{ updated: 3, unchanged: 14, rejected: 2 }, "3 updated, 14 unchanged, 2 rejected"],
])("the other rows: %j", (counts, text) => expect(otherCountsText(counts)).toBe(text));

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [179_885, "176 kB"],
  [1_023_999, "1,000 kB"],
  [1_546_761, "1.5 MB"],
  [10 * 2 ** 20, "10 MB"],
  [100 * 2 ** 20, "100 MB"],
])("%i bytes as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
