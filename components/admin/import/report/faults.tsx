import { Download, FilePen } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { Cell, type Column, Row, Table } from "@/components/ui/table";
import { countOf, formatCount } from "@/lib/catalogue/display";
import { KEPT_DAYS } from "@/lib/lecture-import/files";
import type { ImportReport } from "@/lib/lecture-import/report";
import { hasRowsToMend } from "@/lib/lecture-import/rows-to-mend";

const row: Column = { label: "Row", width: 10, isNumber: true };
const column: Column = { label: "Column", width: 20 };
const value: Column = { label: "Value", width: 35 };
const reason: Column = { label: "Reason", width: 35 };

type FaultsProps = { report: ImportReport; canEdit: boolean };

/** The first faults of a file, or the lectures that an undo left unchanged, with downloads of all of them. */
export function Faults({ report, canEdit }: FaultsProps) {
  const { job, faults } = report;
  if (faults.length === 0) return null;
  const isUndo = job.mode === "undo";
  const listed = new Set(faults.map(({ rowNumber }) => rowNumber)).size;
  const hasFile = canEdit && !isUndo && !job.byInstallation && hasRowsToMend(report);
  const columns = isUndo
    ? [
        { ...value, label: "Lecture", width: 50 },
        { ...reason, width: 50 },
      ]
    : [row, column, value, reason];
  return (
    <section className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="faults" className="font-serif text-xl font-semibold">
          {isUndo ? "Left as they are" : "Rejected rows"}
        </h2>
        <div className="flex flex-wrap gap-3">
          {hasFile ? (
            <a href={`/api/imports/${job.id}/rows-to-mend`} download className={buttonClasses("outline")}>
              <FilePen aria-hidden="true" className="size-4" />
              Rows to mend
            </a>
          ) : null}
          <a href={`/api/imports/${job.id}/rejected`} download className={buttonClasses("outline")}>
            <Download aria-hidden="true" className="size-4" />
            {isUndo ? "Download this list" : "Download rejected rows"}
          </a>
        </div>
      </div>
      {hasFile ? (
        <p className="-mt-1 mb-3 text-sm text-pretty text-quiet">
          “Rows to mend” has these rows of your file, and a column that says what is wrong with each. Mend
          them and import that file; if you chose columns for this one, use “Check a file”, which remembers
          them. It is kept for {KEPT_DAYS} days.
        </p>
      ) : null}
      {isUndo ? (
        <p className="-mt-1 mb-3 text-sm text-pretty text-quiet">
          When what stands in the way is gone, another undo can take these back.
        </p>
      ) : null}
      <Table labelledBy="faults" columns={columns}>
        {faults.map((fault) => (
          <Row key={`${fault.rowNumber} ${fault.column} ${fault.reason}`}>
            {isUndo ? null : <Cell column={row}>{formatCount(fault.rowNumber)}</Cell>}
            {isUndo ? null : <Cell column={column}>{fault.column ?? "the whole row"}</Cell>}
            <Cell column={columns.at(-2) ?? value} className="wrap-anywhere">
              {fault.value || "(empty)"}
            </Cell>
            <Cell column={columns.at(-1) ?? reason} className="wrap-anywhere">
              {fault.reason}
            </Cell>
          </Row>
        ))}
      </Table>
      {job.rejectedRows > listed ? (
        <p className="mt-2 text-sm text-quiet">
          The first {formatCount(listed)} of {countOf(job.rejectedRows, isUndo ? "lecture" : "row")}.
        </p>
      ) : null}
    </section>
  );
}
