import type { ImportJob } from "../lib/lecture-import/job.ts";

/** An import that has begun, as the server describes it, but for the given fields. */
export const jobWith = (fields: Partial<ImportJob> = {}): ImportJob => ({
  id: "11111111-2222-4333-8444-555555555555",
  mode: "import",
  fileName: "lectures.csv",
  fileSize: 94_371_840,
  status: "processing",
  totalRows: 134_000,
  processedRows: 0,
  insertedRows: 0,
  updatedRows: 0,
  unchangedRows: 0,
  removedRows: 0,
  rejectedRows: 0,
  missingRows: null,
  editedRows: 0,
  changeCount: 0,
  errorMessage: null,
  isCancelled: false,
  canRetry: false,
  hasHistory: true,
  startedAt: Date.UTC(2026, 10, 21, 9),
  createdAt: Date.UTC(2026, 10, 21, 9),
  updatedAt: Date.UTC(2026, 10, 21, 9),
  byInstallation: false,
  ...fields,
});
