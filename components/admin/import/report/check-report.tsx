import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import { COLUMN_NAMES } from "@/lib/lecture-import/columns";
import type { ImportReport } from "@/lib/lecture-import/report";
import { ConsoleLink } from "../../console-navigation.client";
import { Differences, differencesLine } from "./differences";
import { Faults } from "./faults";
import { ImportChecked } from "./import-checked.client";
import { JobFacts, ReplacingRows } from "./job-facts";
import { Warnings } from "./warnings";

/** What a file would change in the catalogue, and the button that imports it. */
export function CheckReport({ report, canEdit }: { report: ImportReport; canEdit: boolean }) {
  const { job, differences } = report;
  const rows = job.insertedRows + job.updatedRows;
  const missing = job.missingRows ?? 0;
  const isSomething = rows + job.editedRows + missing > 0;
  return (
    <>
      <section aria-label="Result" className="rounded-2xl border border-line bg-card p-card sm:p-6">
        <p className="text-lg font-semibold text-pretty tabular-nums">
          {differencesLine({
            inserted: job.insertedRows,
            updated: job.updatedRows,
            unchanged: job.unchangedRows,
            rejected: job.rejectedRows,
            missing,
          })}
        </p>
        <p className="mt-1 text-sm text-pretty text-quiet">
          {report.import ? "This is how it was before the import." : "Nothing has been imported yet."}{" "}
          {rows + job.editedRows === 0 ? "There is nothing in this file to be imported." : null}
        </p>
        {report.isOutdated && !report.import ? (
          <p className="mt-3 max-w-prose text-sm text-pretty">
            The catalogue has been changed since this check, so the import may differ from what is shown here.
            Check the file again to be sure.
          </p>
        ) : null}
        <ReplacingRows job={job} />
        <Warnings job={job} />
        <div className="mt-5 flex flex-wrap gap-3">
          {report.import ? (
            <ConsoleLink href={adminRoutes.importReport(report.import.id)} className={buttonClasses("solid")}>
              See its import
            </ConsoleLink>
          ) : canEdit && isSomething ? (
            <ImportChecked
              check={job}
              rows={rows}
              kept={report.keptCount}
              emptied={job.emptied.map((field) => COLUMN_NAMES[field])}
            />
          ) : null}
          {canEdit ? (
            <ConsoleLink href={adminRoutes.checkFile()} className={buttonClasses("outline")}>
              {report.import || !isSomething ? "Check another file" : "Cancel"}
            </ConsoleLink>
          ) : null}
        </div>
        <JobFacts report={report} />
      </section>
      <div className="mt-6 grid gap-4">
        <Differences
          what="changed"
          hint="Lectures that are in the catalogue already, or further up in the file, with what is there and what takes its place."
          total={job.updatedRows}
          differences={differences.changed}
          isOpen
        />
        <Differences
          what="edited in the console"
          hint="Lectures with cells that were edited by hand, and what the file has there. They stay as they were edited, unless you choose otherwise."
          total={job.editedRows}
          differences={differences.edited}
        />
        <Differences
          what="new"
          hint="Lectures that are not in the catalogue yet."
          total={job.insertedRows}
          differences={differences.new}
        />
        <Differences
          what="not in the file"
          hint={`Lectures that the file’s courses have in the catalogue. They stay${job.rejectedRows > 0 ? "." : ", unless you choose otherwise."}`}
          total={missing}
          differences={differences.missing}
        />
      </div>
      <Faults report={report} canEdit={canEdit} />
    </>
  );
}
