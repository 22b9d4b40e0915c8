"use client";

import { RotateCw, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useSend } from "@/components/api/use-send.client";
import { buttonClasses } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
import { useIsMounted } from "@/components/ui/use-is-mounted.client";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf } from "@/lib/catalogue/display";
import type { ImportJob } from "@/lib/lecture-import/job";

/** Sends a request that creates or restarts a job, and opens that job's page. It is busy until the page is there. */
export function useNewJob(path: string) {
  const router = useRouter();
  const { send, isBusy } = useSend();
  const [isLeaving, startTransition] = useTransition();
  const isMounted = useIsMounted();
  async function add(body?: object) {
    if (isLeaving) return;
    const added = await send<{ id?: string; job?: ImportJob }>("POST", path, body);
    // A refusal may be due to what another editor has done since this page was loaded.
    if (!added) return router.refresh();
    const id = added.id ?? added.job?.id;
    startTransition(() => {
      if (id && isMounted()) router.push(adminRoutes.importReport(id));
      router.refresh();
    });
  }
  return { add: (body?: object) => void add(body), isBusy: isBusy || isLeaving };
}

/** Continues a job that failed or was cancelled, from where it stopped. */
export function RetryButton({ job }: { job: ImportJob }) {
  const { add, isBusy } = useNewJob("/api/process-csv-import");
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={() => add({ jobId: job.id })}
      className={buttonClasses("outline")}
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

/** Undoes the changes of a job after a confirmation. */
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
