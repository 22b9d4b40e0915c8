import "server-only";
import { BYTE_ORDER_MARK, neutraliseFormula, serialiseRow } from "../csv/serialise-csv.ts";
import { streamCsv } from "../csv/stream-csv.ts";
import type { Rejection } from "../csv/table.ts";
import type { Client } from "../supabase/client.ts";
import type { Database } from "../supabase/database.types.ts";
import { toError, toMilliseconds, unwrap } from "../supabase/responses.ts";
import type { ColumnFields } from "./column-choices.ts";
import type { Field } from "./columns.ts";
import type { ImportJob, ImportMode, ImportStatus } from "./job.ts";
import type { JobRow } from "./job-queue.ts";
import type { Warning } from "./warnings.ts";

/** The SQLSTATE of a unique violation. */
const ALREADY_THERE = "23505";

/** Jobs on a page of the history. */
export const JOBS_PER_PAGE = 20;

/** Whether the launcher loads the job's file itself. No upload has such a path. */
const isPreset = ({ file_path }: JobRow) => file_path?.startsWith("data/") ?? false;

/** A job to create for a file in the bucket. */
export type NewImportJob = {
  userId: string;
  filePath: string;
  fileName: string;
  fileSize: number;
  mode?: "import" | "check";
  /** The user's choice of a field for each column; null to decide by the column's name, "" for no field. */
  fields?: ColumnFields | null;
  /** Fields without a column that are cleared in the file's lectures; only for checks; their imports do the same. */
  emptied?: Field[];
  /** The check that preceded this job. */
  checkId?: string;
};

/**
 * Creates a job for a file in the bucket, unless an earlier request whose response was lost has done so.
 * @param client acts as the editor: row-level security applies
 * @returns the job's id
 */
export async function createImportJob(client: Client, job: NewImportJob): Promise<string> {
  const row = {
    user_id: job.userId,
    file_path: job.filePath,
    file_name: job.fileName,
    file_size: job.fileSize,
    mode: job.mode ?? "import",
    fields: job.fields ?? null,
    emptied: job.emptied ?? [],
    check_id: job.checkId ?? null,
  };
  const added = await client.from("import_jobs").insert(row).select("id").single();
  if (added.error?.code !== ALREADY_THERE) return unwrap(added, "The import job").id;
  const { file_path, mode } = row;
  const before = await client.from("import_jobs").select("id").match({ file_path, mode }).single();
  return unwrap(before, "The import job").id;
}

/** Additional choices for the import of a checked file. */
type CheckedChoices = { overwritesEdits: boolean; removesMissing: boolean };

/**
 * Creates an import for the file of a completed check, with the same options as the check.
 * @returns the import's id; null if there is no such check, if its file was already imported, or if missing lectures
 * are to be removed although the file has rejected rows, each of which may be about one of these lectures
 */
export async function createCheckedImport(
  client: Client,
  { userId, checkId, overwritesEdits, removesMissing }: CheckedChoices & { userId: string; checkId: string },
): Promise<string | null> {
  const checked = await client
    .from("import_jobs")
    .select("file_path, file_name, file_size, fields, emptied")
    .match({
      id: checkId,
      mode: "check",
      status: "completed",
      ...(removesMissing && { rejected_rows: 0 }),
    });
  const [check] = unwrap(checked, "The check");
  if (!check) return null;
  const row = {
    ...check,
    user_id: userId,
    mode: "import",
    check_id: checkId,
    overwrites_edits: overwritesEdits,
    removes_missing: removesMissing,
  };
  const added = await client.from("import_jobs").insert(row).select("id").single();
  if (added.error?.code === ALREADY_THERE) return null;
  return unwrap(added, "The import job").id;
}

/** A job by its id; null if it does not exist or this client may not see it. */
export async function getImportJob(client: Client, id: string): Promise<ImportJob | null> {
  const { data, error, status } = await client.from("import_jobs").select("*").eq("id", id).maybeSingle();
  if (error) throw toError({ status, error }, "The import could not be read");
  return data && toImportJob(data);
}

type ImportList = { jobs: ImportJob[]; total: number; openJob: ImportJob | null };
type ImportColumns = { imports: JobRow[]; total: number; open_import: JobRow | null };

/**
 * One page of the history of imports and undos, the newest first, their total number, and the newest import that has
 * not ended, preset files aside, null if there is none.
 * @param client acts as an account that may view the console
 */
export async function listImportJobs(client: Client, { page }: { page: number }): Promise<ImportList> {
  const answer = await client
    .rpc("admin_imports", { p_offset: (Math.max(page, 1) - 1) * JOBS_PER_PAGE, p_limit: JOBS_PER_PAGE })
    .single()
    .overrideTypes<ImportColumns, { merge: false }>();
  const { imports, total, open_import } = unwrap(answer, "The list of imports");
  return { jobs: imports.map(toImportJob), total, openJob: open_import && toImportJob(open_import) };
}

/** All rejected rows of a job in the file's order, read in pages of 1,000 faults. */
export async function* readRejections(client: Client, jobId: string): AsyncGenerator<Rejection[]> {
  const PAGE = 1000;
  let last = 0;
  for (;;) {
    const faults = unwrap(
      await client
        .from("import_rejections")
        .select("row_number, column_name, value, reason")
        .eq("job_id", jobId)
        .gt("row_number", last)
        .order("row_number")
        .order("fault_number")
        .limit(PAGE),
      "The rejected rows",
    );
    const isLast = faults.length < PAGE;
    // Some faults of the last row of a full page may be on the next page.
    const cutRow = isLast ? null : faults.at(-1)?.row_number;
    const rejections = groupFaults(faults.filter(({ row_number }) => row_number !== cutRow));
    if (rejections.length > 0) yield rejections;
    if (isLast) return;
    last = rejections.at(-1)?.rowNumber ?? last;
  }
}

type FaultRow = Pick<
  Database["public"]["Tables"]["import_rejections"]["Row"],
  "row_number" | "column_name" | "value" | "reason"
>;

function groupFaults(rows: FaultRow[]): Rejection[] {
  const rejections: Rejection[] = [];
  for (const { row_number: rowNumber, column_name: column, value, reason } of rows) {
    if (rejections.at(-1)?.rowNumber !== rowNumber) rejections.push({ rowNumber, faults: [] });
    rejections.at(-1)?.faults.push({ column, value: value ?? "", reason });
  }
  return rejections;
}

/**
 * Streams the rejected rows of a job as the bytes of a CSV file, one line per fault, read on demand. Cells that a
 * spreadsheet would run as a formula become text.
 */
export function rejectionsCsv(client: Client, jobId: string): ReadableStream {
  async function* pieces() {
    yield BYTE_ORDER_MARK + serialiseRow(["Row", "Column", "Value", "Reason"]);
    for await (const rejections of readRejections(client, jobId)) {
      yield rejections
        .flatMap(({ rowNumber, faults }) =>
          faults.map(({ column, value, reason }) =>
            serialiseRow([String(rowNumber), ...[column ?? "", value, reason].map(neutraliseFormula)]),
          ),
        )
        .join("");
    }
  }
  return streamCsv(pieces());
}

/**
 * Lectures that an import was to remove, and that were kept or were gone already. The database counts them among the
 * unchanged rows, but they are none of the file.
 */
function countKept({ mode, total_rows: total, missing_rows: missing, ...row }: JobRow): number {
  if (mode !== "import" || total === null || missing === null) return 0;
  const judged = Math.max(0, row.processed_rows - (total - missing));
  return judged - row.removed_rows;
}

/** A job as the console shows it. */
export function toImportJob(row: JobRow): ImportJob {
  const keptRows = countKept(row);
  return {
    id: row.id,
    mode: row.mode as ImportMode,
    fileName: row.file_name ?? row.file_path?.replace(/^.*\//, "") ?? "",
    fileSize: row.file_size,
    status: row.status as ImportStatus,
    totalRows: row.total_rows,
    processedRows: row.processed_rows,
    insertedRows: row.inserted_rows,
    updatedRows: row.updated_rows,
    replacingRows: row.replacing_rows,
    unchangedRows: row.unchanged_rows - keptRows,
    removedRows: row.removed_rows,
    keptRows,
    rejectedRows: row.rejected_rows,
    missingRows: row.missing_rows,
    editedRows: row.edited_rows,
    ignoredColumns: row.ignored_columns,
    warnings: row.warnings as Warning[],
    emptied: row.emptied as Field[],
    emptiedRows: row.emptied_rows,
    emptiedEditedRows: row.emptied_edited_rows,
    changeCount: row.change_count,
    errorMessage: row.error_message,
    isCancelled: row.cancelled_at !== null,
    canRetry: row.status === "failed" && row.can_retry && !isPreset(row),
    hasHistory: row.has_history,
    createdAt: toMilliseconds(row.created_at),
    startedAt: row.started_at === null ? null : toMilliseconds(row.started_at),
    updatedAt: toMilliseconds(row.updated_at),
    byInstallation: isPreset(row),
  };
}
