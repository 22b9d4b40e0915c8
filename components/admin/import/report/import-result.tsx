import { CircleAlert, CircleCheck, CircleSlash, type LucideIcon, TriangleAlert } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf, displayName, formatCount } from "@/lib/catalogue/display";
import { type ImportJob, isOpen, jobTitle, rowsOfFile } from "@/lib/lecture-import/job";
import { canUndo, type ImportReport, isPartial } from "@/lib/lecture-import/report";
import { routes } from "@/lib/routes";
import { ConsoleLink } from "../../console-navigation.client";
import { type Count, Counts } from "./counts";
import { Differences } from "./differences";
import { Faults } from "./faults";
import { RetryButton, UndoButton } from "./job-actions.client";
import { JobFacts, ReplacingRows } from "./job-facts";
import { Warnings } from "./warnings";

/** The result of an import, an undo or a correction, or of a check that failed, as long as the job exists. */
export function ImportResult({ report, canEdit }: { report: ImportReport; canEdit: boolean }) {
  const { job, undo, isUndoUndone, undoOf } = report;
  const { Icon, color, iconColor } = lookOf(job);
  return (
    <>
      <section aria-label="Result" className="rounded-2xl border border-line bg-card p-card sm:p-6">
        <p className={classNames("flex items-start gap-2.5 text-lg font-semibold text-pretty", color)}>
          <Icon aria-hidden="true" className={classNames("mt-1 size-5", iconColor)} />
          {outcomeOf(report)}
        </p>
        <div className="mt-4">
          <Counts counts={countsOf(job)} />
        </div>
        <ReplacingRows job={job} />
        <KeptCells job={job} />
        <Warnings job={job} />
        {undo ? <Related text={undoneText(undo, isUndoUndone)} job={undo} /> : null}
        {undoOf ? <Related text="What it takes back:" job={undoOf} /> : null}
        <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
          {canEdit && job.canRetry && !undo ? <RetryButton job={job} /> : null}
          {canEdit && canUndo(report) ? <UndoButton job={job} /> : null}
        </div>
        {job.changeCount > 0 && !job.hasHistory ? (
          <p className="mt-4 text-sm text-quiet">
            It cannot be taken back any more: that is possible for the last {historyKept[job.mode]}
          </p>
        ) : null}
        <JobFacts report={report} />
      </section>
      <div className="mt-6 empty:hidden">
        <Differences
          what="not in the file, and kept"
          hint="Learners have progress or notes there, or the lecture was changed after the check."
          total={job.keptRows}
          differences={report.differences.kept}
        />
      </div>
      <Courses report={report} />
      <Faults report={report} canEdit={canEdit} />
    </>
  );
}

type Look = { Icon: LucideIcon; color: string; iconColor?: string };

function lookOf({ status, isCancelled, rejectedRows }: ImportJob): Look {
  if (status !== "completed")
    return isCancelled
      ? { Icon: CircleSlash, color: "text-ink" }
      : { Icon: CircleAlert, color: "text-fault" };
  if (rejectedRows > 0) return { Icon: TriangleAlert, color: "text-ink", iconColor: "text-chalk" };
  return { Icon: CircleCheck, color: "text-board" };
}

/** What `forget_old_changes` keeps of a kind of job, as the end of a sentence; a check changes nothing. */
const historyKept = {
  import: "ten imports that changed something.",
  undo: "ten undos.",
  edit: "hundred corrections.",
  check: null,
};

function outcomeOf({ job, undo }: ImportReport): string {
  if (job.status === "failed" && job.isCancelled) {
    // Behind the rows of the file come the lectures that it removes.
    const done = Math.min(job.processedRows, rowsOfFile(job) ?? job.processedRows);
    const cancelled = `Cancelled after ${countOf(done, job.mode === "undo" ? "change" : "row")}.`;
    const stays = job.mode === "undo" ? "What is taken back stays so." : "What is in stays in.";
    return [cancelled, undo ? null : stays, removedText(job)].filter(Boolean).join(" ");
  }
  if (job.status === "failed") return job.errorMessage ?? "It failed";
  if (job.mode === "undo") return undoOutcome(job);
  if (job.mode === "edit") return editedText(job);
  return [importedText(job), removedText(job)].filter(Boolean).join(" ");
}

function importedText(job: ImportJob): string {
  const { unchangedRows } = job;
  const written = job.insertedRows + job.updatedRows;
  const rows = countOf(rowsOfFile(job) ?? 0, "row");
  const were = unchangedRows === 1 ? "was" : "were";
  const there = `${formatCount(unchangedRows)} ${were} there already`;
  if (written > 0)
    return `${formatCount(written)} of ${rows} went in${unchangedRows > 0 ? `; ${there}` : ""}.`;
  if (unchangedRows === 0) return "Nothing was imported.";
  if (job.rejectedRows === 0) return "Everything was there already.";
  return `${formatCount(unchangedRows)} of ${rows} ${were} there already, and no other went in.`;
}

/** How many lectures an import removed; null unless it was to remove missing ones. */
function removedText({ missingRows, removedRows }: ImportJob): string | null {
  if (!missingRows) return null;
  if (removedRows === 0) return "None of the lectures that were not in the file was removed.";
  const were = removedRows === 1 ? "was" : "were";
  return `${countOf(removedRows, "lecture")} that ${were} not in the file ${were} removed.`;
}

/** `2 lectures were changed, 1 was deleted.` */
function editedText({ insertedRows, updatedRows, removedRows }: ImportJob): string {
  const parts = [
    { count: insertedRows, done: "added" },
    { count: updatedRows, done: "changed" },
    { count: removedRows, done: "deleted" },
  ].filter(({ count }) => count > 0);
  const texts = parts.map(({ count, done }, index) => {
    const what = index === 0 ? countOf(count, "lecture") : formatCount(count);
    return `${what} ${count === 1 ? "was" : "were"} ${done}`;
  });
  return `${texts.join(", ")}.`;
}

function countsOf(job: ImportJob): Count[] {
  const rejected = { count: job.rejectedRows, isFault: true };
  if (job.mode === "edit")
    return [
      { label: "Changed", count: job.updatedRows },
      { label: "Added", count: job.insertedRows },
      { label: "Deleted", count: job.removedRows },
    ];
  if (job.mode === "undo")
    return [
      { label: "Removed", count: job.removedRows },
      { label: "Given back their contents", count: job.updatedRows },
      { label: "Returned", count: job.insertedRows },
      { label: "Left as they are", ...rejected },
    ];
  return [
    { label: "Inserted", count: job.insertedRows },
    { label: "Updated", count: job.updatedRows },
    { label: "Unchanged", count: job.unchangedRows },
    ...(job.missingRows ? [{ label: "Removed", count: job.removedRows }] : []),
    { label: "Rejected", ...rejected },
  ];
}

/** How a completed undo went, on its own page. */
function undoOutcome(undo: ImportJob): string {
  if (!isPartial(undo)) return "Everything was taken back.";
  return undo.changeCount === 0 ? "Nothing could be taken back." : "What could be taken back was.";
}

/** The same on the page of what it was to undo, before a link. */
function undoneText(undo: ImportJob, isUndone: boolean): string {
  if (isUndone) return "It was taken back, and that was taken back itself:";
  if (undo.status === "failed" && undo.changeCount > 0)
    return `It has been taken back in part, by what ${undo.isCancelled ? "was cancelled" : "has failed"}:`;
  if (isOpen(undo)) return "It is being taken back:";
  if (undo.status === "failed") return "It could not be taken back:";
  if (!isPartial(undo)) return "It has been taken back:";
  return undo.changeCount === 0 ? "It could not be taken back:" : "It has been taken back in part:";
}

/** How many lectures an import has left as they were edited. */
function KeptCells({ job: { mode, editedRows: count } }: { job: ImportJob }) {
  if (count === 0 || mode !== "import") return null;
  return (
    <p className="mt-4 max-w-prose text-sm text-pretty">
      {countOf(count, "lecture")} {count === 1 ? "keeps" : "keep"} what was edited in the console, where the
      file has something else. A check of the file offers to take that instead.
    </p>
  );
}

function Related({ text, job }: { text: string; job: ImportJob }) {
  return (
    <p className="mt-4 text-sm">
      {text}{" "}
      <ConsoleLink href={adminRoutes.importReport(job.id)} className="font-semibold text-board underline">
        {jobTitle(job)}
      </ConsoleLink>
    </p>
  );
}

/** The courses that have changed, with links to their public pages. */
function Courses({ report: { courses } }: { report: ImportReport }) {
  if (courses.total === 0) return null;
  return (
    <section aria-labelledby="courses" className="mt-8">
      <h2 id="courses" className="mb-3 font-serif text-xl font-semibold">
        View courses
      </h2>
      <ul className="grid gap-x-6 gap-y-1 @2xl:grid-cols-2 @4xl:grid-cols-3">
        {courses.first.map(({ name, courseId }) => (
          <li key={name} className="min-w-0">
            {courseId === null ? (
              displayName(name)
            ) : (
              <a
                href={routes.course(courseId)}
                className="inline-flex min-h-11 items-center text-board wrap-anywhere hover:underline"
              >
                {displayName(name)}
              </a>
            )}
          </li>
        ))}
      </ul>
      {courses.total > courses.first.length ? (
        <p className="mt-2 text-sm text-quiet">
          The first {courses.first.length} of {countOf(courses.total, "course")}.
        </p>
      ) : null}
      {courses.waiting.map(({ name, courseId, slug }) => (
        <p key={name} className="mt-2 max-w-prose text-sm text-pretty wrap-anywhere">
          Another course has the address “<bdi>{slug}</bdi>”, so <bdi>{displayName(name)}</bdi> is at{" "}
          {routes.course(courseId)}.
        </p>
      ))}
    </section>
  );
}
