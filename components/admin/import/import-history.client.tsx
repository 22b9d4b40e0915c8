"use client";

import { useEffect } from "react";
import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { usePersonalKey } from "@/components/api/session.client";
import { classNames } from "@/components/ui/class-names";
import type { ImportJob } from "@/lib/lecture-import/job";
import { importMessages } from "@/lib/lecture-import/messages";
import { retryJob } from "./follow-job.client";
import { HistoryRow, rowClasses } from "./history-row.client";
import { useImportState } from "./import-state.client";

type ImportList = { jobs: ImportJob[]; total: number };
type ImportHistoryProps = {
  page: number;
  /** The list as it was when the page was rendered. */
  initial: ImportList;
  canEdit: boolean;
};

const columns = [
  "File",
  "Status",
  "Inserted",
  "Updated",
  "Unchanged",
  "Removed",
  "Rejected",
  "Rows",
] as const;

/**
 * Lists that pages were rendered with. A page from the router's cache comes with the same list again, which may be
 * outdated.
 */
const known = new WeakSet<ImportList>();

/** A page of the list of all imports, the newest first. */
export function ImportHistory({ page, initial, canEdit }: ImportHistoryProps) {
  const { activity, isReady } = useImportState();
  const key = usePersonalKey(`/api/imports?page=${page}`);
  const { data = initial, mutate } = useSWR<ImportList>(key, load, {
    fallbackData: initial,
    revalidateIfStale: false,
    shouldRetryOnError: false,
  });
  useEffect(() => {
    if (!key) return;
    if (known.has(initial)) void mutate();
    else void mutate(initial, { revalidate: false });
    known.add(initial);
  }, [key, initial, mutate]);
  const current = activity?.job;
  // The job that this tab follows is newer than its entry in the list.
  const jobs = data.jobs.map((job) => (current?.id === job.id ? current : job));

  function retry(job: ImportJob) {
    document.getElementById("import-progress")?.focus();
    void retryJob(job);
  }

  return (
    <section
      aria-labelledby="import-history"
      className="rounded-2xl border border-line bg-card p-card sm:p-6"
    >
      <h2 id="import-history" className="font-serif text-xl font-semibold">
        Import history
      </h2>
      {jobs.length === 0 ? (
        <p className="py-12 text-center text-quiet">{importMessages.noImports}</p>
      ) : (
        <table className="mt-3 block w-full">
          <thead className="sr-only @4xl:not-sr-only @4xl:block">
            <tr className={classNames("text-sm text-quiet", rowClasses)}>
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={classNames(
                    "pb-2 font-semibold wrap-normal",
                    index < 2 ? "text-left" : "pr-2 text-right",
                  )}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block">
            {jobs.map((job) => (
              <HistoryRow
                key={job.id}
                job={job}
                isReady={isReady}
                isBusy={activity !== null}
                onRetry={canEdit ? () => retry(job) : undefined}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
