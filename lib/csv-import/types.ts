export type ImportStatus = "pending" | "processing" | "completed" | "failed";

/** An import of a CSV file, as the console shows it. */
export type ImportJob = {
  id: string;
  /** As the file is called on the computer that it came from. */
  fileName: string;
  /** Bytes. */
  fileSize: number | null;
  status: ImportStatus;
  /** Data rows of the file; null until they have been counted. */
  totalRows: number | null;
  /** The sum of the four counts that follow. */
  processedRows: number;
  insertedRows: number;
  updatedRows: number;
  unchangedRows: number;
  rejectedRows: number;
  errorMessage: string | null;
  /** Milliseconds since 1970, as `updatedAt`. */
  createdAt: number;
  updatedAt: number;
  /** Loaded by the installation itself: a preset file, at the first start. */
  byInstallation: boolean;
};
