"use client";

import { Download, RotateCw } from "lucide-react";
import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { adminRoutes } from "@/lib/admin/routes";
import { formatCount } from "@/lib/catalogue/display";
import { formatBytes, type ImportJob, isOpen, rowsOfFile } from "@/lib/lecture-import/job";
import { LocalTime } from "../local-time.client";
import { StatusBadge } from "./status-badge";

/** The grid columns of the history, if there is room for them. */
export const rowClasses =
  "@4xl:grid @4xl:grid-cols-[minmax(0,1fr)_9rem_5.25rem_5.25rem_6.25rem_5.5rem_5.25rem_5.25rem] @4xl:gap-x-0";

type HistoryRowProps = { job: ImportJob; isReady: boolean; isBusy: boolean; onRetry?: () => void };

/** An import of the history: a row of a table, or on a narrow screen a paragraph. */
export function HistoryRow({ job, isReady, isBusy, onRetry }: HistoryRowProps) {
  const canRetry = onRetry && job.canRetry;
  return (
    <tr
      className={classNames(
        "flex flex-wrap items-baseline gap-x-3 gap-y-2 border-t border-line py-4 text-sm",
        rowClasses,
      )}
    >
      <th scope="row" className="w-full text-left font-normal @4xl:pr-4">
        <Link
          prefetch={false}
          href={adminRoutes.importReport(job.id)}
          className="block text-base pointer-coarse:-my-2.5 pointer-coarse:py-2.5 font-semibold break-words hover:text-board hover:underline"
        >
          {job.mode === "undo" ? "Undo of " : null}
          {job.fileName}
        </Link>
        <span className="flex flex-wrap gap-x-3 text-quiet">
          <LocalTime time={job.createdAt} />
          {job.fileSize === null ? null : <span>{formatBytes(job.fileSize)}</span>}
          {job.byInstallation ? <span>At first start</span> : null}
        </span>
      </th>
      <td className="w-full @4xl:w-auto">
        <StatusBadge job={job} />
      </td>
      <Count noun="inserted" count={job.insertedRows} />
      <Count noun="updated" count={job.updatedRows} />
      <Count noun="unchanged" count={job.unchangedRows} />
      <Count noun="removed" count={job.removedRows} />
      <Count noun="rejected" count={job.rejectedRows} />
      <Count
        noun={rowsOfFile(job) === 1 ? "row" : "rows"}
        count={rowsOfFile(job) ?? (isOpen(job) ? null : job.processedRows)}
      />
      <td className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 empty:hidden @4xl:col-span-full @4xl:justify-end">
        {job.errorMessage && !job.isCancelled ? (
          <p className="grow basis-72 text-fault">{job.errorMessage}</p>
        ) : null}
        {job.rejectedRows > 0 ? (
          <a href={`/api/imports/${job.id}/rejected`} download className={buttonClasses("outline")}>
            <Download aria-hidden="true" className="size-4" />
            {job.mode === "undo" ? "Download what was kept" : "Download rejected rows"}
            <span className="sr-only"> of {job.fileName}</span>
          </a>
        ) : null}
        {canRetry ? (
          <button
            type="button"
            disabled={!isReady}
            aria-disabled={isBusy}
            onClick={() => isBusy || onRetry()}
            className={buttonClasses("outline")}
          >
            <RotateCw aria-hidden="true" className="size-4" />
            Retry
            <span className="sr-only"> {job.fileName}</span>
          </button>
        ) : null}
      </td>
    </tr>
  );
}

/** A number in its column; on a narrow screen it has its noun, and zero is only read aloud, as cells have their order. */
function Count({ noun, count }: { noun: string; count: number | null }) {
  const isFault = noun === "rejected" && count !== 0;
  return (
    <td
      className={classNames(
        "tabular-nums @4xl:block @4xl:pr-2 @4xl:text-right",
        !count && "sr-only @4xl:not-sr-only",
        isFault && "font-semibold text-fault",
      )}
    >
      {count === null ? "…" : formatCount(count)}
      <span aria-hidden="true" className="@4xl:hidden">
        {` ${noun}`}
      </span>
    </td>
  );
}
