import "server-only";
import type { Client } from "../supabase/client.ts";
import { unwrap } from "../supabase/responses.ts";
import type { ImportJob } from "./job.ts";
import type { JobRow } from "./job-queue.ts";
import { toImportJob } from "./jobs.server.ts";
import type { Difference, ImportReport, LectureCells } from "./report.ts";

type ReportJson = {
  job: JobRow;
  person: string | null;
  undo_of: JobRow | null;
  undo: JobRow | null;
  undo_undone: boolean;
  import: JobRow | null;
  outdated: boolean;
  kept: number;
  rejections: { row_number: number; column_name: string | null; value: string | null; reason: string }[];
  differences: {
    kind: keyof ImportReport["differences"];
    nth: number;
    before: LectureCells | null;
    after: LectureCells | null;
  }[];
  courses: {
    total: number;
    first: { name: string; course_id: string | null }[];
    waiting: { name: string; course_id: string; preferred_id: string }[];
  };
};

/**
 * Everything that the console shows of a job; null if there is no such job.
 * @param client acts as an account that may view the console
 */
export async function getImportReport(client: Client, id: string): Promise<ImportReport | null> {
  const answer = await client.rpc("import_report", { p_job: id });
  const report = unwrap(answer, "The import") as unknown as ReportJson | null;
  if (!report) return null;
  const differencesOf = (kind: string): Difference[] => report.differences.filter((one) => one.kind === kind);
  return {
    job: toImportJob(report.job),
    person: report.person,
    undoOf: toJob(report.undo_of),
    undo: toJob(report.undo),
    isUndoUndone: report.undo_undone,
    import: toJob(report.import),
    isOutdated: report.outdated,
    keptCount: report.kept,
    faults: report.rejections.map(({ row_number, column_name, value, reason }) => ({
      rowNumber: row_number,
      column: column_name,
      value: value ?? "",
      reason,
    })),
    differences: {
      new: differencesOf("new"),
      changed: differencesOf("changed"),
      edited: differencesOf("edited"),
      missing: differencesOf("missing"),
      kept: differencesOf("kept"),
    },
    courses: {
      total: report.courses.total,
      first: report.courses.first.map(({ name, course_id: courseId }) => ({ name, courseId })),
      waiting: report.courses.waiting.map(({ name, course_id: courseId, preferred_id: slug }) => ({
        name,
        courseId,
        slug,
      })),
    },
  };
}

/** The last ten checks, the newest first. */
export async function listRecentChecks(client: Client): Promise<ImportJob[]> {
  return unwrap(await client.rpc("recent_checks"), "The list of checks").map(toImportJob);
}

/** Creates a job that undoes another one, and returns its id; null if that is not possible. */
export async function addUndo(client: Client, id: string): Promise<string | null> {
  return unwrap(await client.rpc("undo_import", { p_job: id }), "The undo");
}

/** Cancels a job; rows that are already written remain. False if the job has already ended, or there is none. */
export async function cancelImport(client: Client, id: string): Promise<boolean> {
  return unwrap(await client.rpc("cancel_import_job", { p_job: id }), "The import");
}

const toJob = (row: JobRow | null) => row && toImportJob(row);
