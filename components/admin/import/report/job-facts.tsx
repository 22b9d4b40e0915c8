import { countOf } from "@/lib/catalogue/display";
import { COLUMN_NAMES } from "@/lib/lecture-import/columns";
import { formatBytes, formatDuration, type ImportJob, isOpen, rowsOfFile } from "@/lib/lecture-import/job";
import type { ImportReport } from "@/lib/lecture-import/report";
import { LocalTime } from "../../local-time.client";

/** As many columns that are not imported are named. A job keeps one more. */
const MOST_COLUMNS = 20;

/**
 * Who started a job and when, its duration and size, the columns of its file that are not imported, and the emptied
 * fields that its file has no column for.
 */
export function JobFacts({ report: { job, person } }: { report: ImportReport }) {
  const rows = rowsOfFile(job);
  const took = durationOf(job);
  const facts = [
    job.byInstallation ? "At first start" : person,
    <LocalTime key="time" time={job.createdAt} />,
    took === null || job.mode === "edit" ? null : `took ${formatDuration(took)}`,
    job.fileSize === null ? null : formatBytes(job.fileSize),
    rows === null || job.mode === "undo" || job.mode === "edit" ? null : countOf(rows, "row"),
    ignoredText(job),
    emptiedText(job),
  ].filter((fact) => fact !== null);
  return (
    <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-quiet">
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <li key={index} className="wrap-anywhere">
          {fact}
        </li>
      ))}
    </ul>
  );
}

/** Says that rows of a file have taken the place of others in it, which would not be seen in the counts. */
export function ReplacingRows({ job: { mode, replacingRows: count } }: { job: ImportJob }) {
  if (count === 0 || mode === "undo" || mode === "edit") return null;
  return (
    <p className="mt-4 max-w-prose text-sm text-pretty">
      {countOf(count, "row")} {count === 1 ? "differs" : "differ"} from an earlier row of the file with the
      same course, number and name. Of such rows the last one counts.
    </p>
  );
}

function durationOf(job: ImportJob): number | null {
  return job.startedAt === null || isOpen(job) ? null : job.updatedAt - job.startedAt;
}

function ignoredText({ ignoredColumns }: ImportJob): string | null {
  if (ignoredColumns.length === 0) return null;
  const names = ignoredColumns.slice(0, MOST_COLUMNS).map((name) => `“${name}”`);
  return `not imported: ${names.join(", ")}${ignoredColumns.length > MOST_COLUMNS ? " and more" : ""}`;
}

function emptiedText({ mode, emptied }: ImportJob): string | null {
  if (emptied.length === 0) return null;
  const names = emptied.map((field) => COLUMN_NAMES[field]).join(", ");
  return `${mode === "check" ? "to be emptied" : "emptied"}: ${names}`;
}
