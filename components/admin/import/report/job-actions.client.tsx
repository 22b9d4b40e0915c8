"use client";

import { RotateCw, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { useSend } from "@/components/api/use-send.client";
import { buttonClasses } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf } from "@/lib/catalogue/display";
import type { ImportJob } from "@/lib/lecture-import/job";

/** Does what leads to a job, and goes to that job's page. */
function useNewJob(path: string) {
  const router = useRouter();
  const { send, isBusy } = useSend();
  async function add(body?: object) {
    const added = await send<{ id?: string; job?: ImportJob }>("POST", path, body);
    if (!added) return;
    const id = added.id ?? added.job?.id;
    if (id) router.push(adminRoutes.importReport(id));
    router.refresh();
  }
  return { add: (body?: object) => void add(body), isBusy };
}

/** Imports the file of a check. Where it disagrees with what was edited by hand, that is asked about. */
export function ImportButton({ check, rows }: { check: ImportJob; rows: number }) {
  const name = useId();
  const [overwritesEdits, setOverwritesEdits] = useState(false);
  const { add, isBusy } = useNewJob(`/api/imports/${check.id}/import`);
  const choices = [
    { value: false, label: "Keep what was edited" },
    { value: true, label: "Take what the file has" },
  ];
  const all = overwritesEdits ? rows + check.editedRows : rows;
  return (
    <>
      {check.editedRows > 0 ? (
        <fieldset className="w-full rounded-xl bg-well p-4">
          <legend className="float-left mb-1 font-semibold">
            {countOf(check.editedRows, "lecture")} {check.editedRows === 1 ? "was" : "were"} edited in the
            console, and the file has something else there.
          </legend>
          <div className="clear-left flex flex-wrap gap-x-6">
            {choices.map(({ value, label }) => (
              <label key={label} className="flex min-h-11 items-center gap-2">
                <input
                  type="radio"
                  name={name}
                  checked={overwritesEdits === value}
                  onChange={() => setOverwritesEdits(value)}
                  className="size-4 accent-board"
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      {all > 0 ? (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => add({ overwritesEdits })}
          className={buttonClasses("solid", "aria-disabled:opacity-60")}
        >
          Import {overwritesEdits ? "with the file’s cells" : countOf(rows, "row")}
        </button>
      ) : null}
    </>
  );
}

/** Goes on with a job that failed or was cancelled, from where it stopped. */
export function RetryButton({ job }: { job: ImportJob }) {
  const { add, isBusy } = useNewJob("/api/process-csv-import");
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={() => add({ jobId: job.id })}
      className={buttonClasses("outline", "aria-disabled:opacity-60")}
    >
      <RotateCw aria-hidden="true" className="size-4" />
      {job.isCancelled ? "Go on" : "Retry"}
    </button>
  );
}

const undoLabels: Record<ImportJob["mode"], string> = {
  import: "Undo this import",
  check: "Undo this import",
  edit: "Undo this correction",
  undo: "Take this undo back",
};

/** Takes back what a job has changed, once that is confirmed. */
export function UndoButton({ job }: { job: ImportJob }) {
  const { add, isBusy } = useNewJob(`/api/imports/${job.id}/undo`);
  const label = undoLabels[job.mode];
  return (
    <DialogTrigger
      className={buttonClasses("outline")}
      dialog={(open) => (
        <ConfirmDialog {...open} title={label} label={label} isBusy={isBusy} onConfirm={() => add()}>
          <p>
            {countOf(job.changeCount, "change")} will be taken back: lectures that were added go, changed ones
            get their contents back, and removed ones return. Left as they are: lectures that were changed
            since, and those where learners have progress or notes. You can take the undo back as well.
          </p>
        </ConfirmDialog>
      )}
    >
      <Undo2 aria-hidden="true" className="size-4" />
      {label}
    </DialogTrigger>
  );
}
