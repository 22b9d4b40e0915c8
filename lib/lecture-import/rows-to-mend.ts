import { isAboutNames } from "../csv/table.ts";
import type { ImportReport } from "./report.ts";

/** Whether a rejected row of a job has contents to correct, and does not only name the columns once more. */
export const hasRowsToMend = ({ job, faults }: Pick<ImportReport, "job" | "faults">): boolean =>
  job.rejectedRows > faults.length || !faults.every(({ reason }) => isAboutNames(reason));
