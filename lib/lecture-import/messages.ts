import { formatCount } from "../catalogue/display.ts";

/** Messages about imports for editors, word for word from the specification if it defines them. */
export const importMessages = {
  notCsv: "Please select a CSV file",
  notATable: "Please select a CSV or Excel file",
  notOne: "Please select one file. Import Data takes several.",
  tooLarge: "File size must be less than 100MB",
  uploading: "Uploading file...",
  creatingJob: "Creating import job...",
  starting: "Starting import...",
  inBackground: "Processing in background...",
  fetching: "Fetching CSV file...",
  processingPreset: "Processing CSV data...",
  complete: "Import complete!",
  notAuthenticated: "Not authenticated",
  cancelled: "Upload cancelled",
  storageLimit: "The storage of this site takes no file of this size. Its operator can raise the limit.",
  uploadBroken: "The connection broke off, or the file could not be read. Please try again.",
  unreadable: "The file could not be read. Was it changed or removed meanwhile?",
  fileGone: "The uploaded file is not kept any more",
  noSuchImport: "There is no such import",
  doNotLeave: "Please keep this page open until the file has arrived.",
  moreFiles: "Please keep this page open until the last file has arrived.",
  triesAgain: "The server has met a problem and tries again:",
  diskFull: "the disk of the server is full. The import goes on once there is room.",
  noAnswer: "The server does not answer at the moment. This page keeps asking; nothing is lost.",
  stalled:
    "The server does not answer at the moment. The upload goes on once it does; or cancel it and try again.",
  signedOut: "You are signed out. The import goes on without you.",
  noImports: "No imports yet",
  importCancelled: "Import cancelled",
  checkCancelled: "Check cancelled",
  undoCancelled: "Undo cancelled",
  notCancelled: "It has ended already",
  noUndo: "This cannot be undone any more",
  typeTheNumber: "Type the number of lectures that will be removed",
  notChecked: "There is no such check, or its file has been imported already",
} as const;

export const mayLeave = (what: "import" | "check" | "undo") =>
  `You can close this page. The ${what} goes on without it, and its result will be here.`;
export const uploadFailed = (message: string) => `Upload failed: ${message}`;
export const importFailed = (message: string) => `Import failed: ${message}`;
export const fetchFailed = (statusText: string) => `Failed to fetch CSV: ${statusText}`;

export const importedRows = (inserted: number) => `Successfully imported ${formatCount(inserted)} rows!`;
export const importedRowsOf = (inserted: number, total: number) =>
  `Successfully imported ${formatCount(inserted)} of ${formatCount(total)} rows!`;

export const processingRows = (processed: number, total: number, inserted: number) =>
  `Processing: ${formatCount(processed)} of ${formatCount(total)} rows (${formatCount(inserted)} inserted)`;
export const checkingRows = (processed: number, total: number) =>
  `Checking: ${formatCount(processed)} of ${formatCount(total)} rows`;
export const undoingChanges = (processed: number, total: number) =>
  `Undoing: ${formatCount(processed)} of ${formatCount(total)} changes`;
export const nothingImported = (rejected: number) =>
  rejected === 1
    ? "Nothing was imported: the only row was rejected"
    : `Nothing was imported: all ${formatCount(rejected)} rows were rejected`;
