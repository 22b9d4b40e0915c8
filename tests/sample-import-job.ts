import type { ImportJob } from "../lib/lecture-import/job.ts";

/** An import that has begun, as the server describes it, but for the given fields. */
export const jobWith = (fields: Partial<ImportJob> = {}): ImportJob => ({
  id: "11111111-2222-4333-8444-555555555555",
  fileName: "lectures.csv",
  fileSize: 94_371_840,
  status: "processing",
  totalRows: 134_000,
  processedRows: 0,
  insertedRows: 0,
  updatedRows: 0,
  unchangedRows: 0,
  rejectedRows: 0,
  errorMessage: null,
  createdAt: Date.UTC(2026, 10, 21, 9),
  updatedAt: Date.UTC(2026, 10, 21, 9),
  byInstallation: false,
  ...fields,
});
