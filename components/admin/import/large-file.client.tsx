"use client";

import Link from "next/link";
import { type ReactNode, useEffect } from "react";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import { type ImportJob, isOpen } from "@/lib/lecture-import/job";
import { useKeptFocus } from "../use-kept-focus.client";
import { ActivityView, FailureNote } from "./activity-view.client";
import { DropZone, preventFileDrop } from "./drop-zone.client";
import { FileQueue } from "./file-queue.client";
import { cancelJob, resumeJob } from "./follow-job.client";
import { cancelUpload } from "./import-file.client";
import { importFiles, useImportQueue } from "./import-queue.client";
import { useImportState } from "./import-state.client";

type LargeFileProps = {
  /** An import that was already open when the page was rendered. */
  openJob: ImportJob | null;
  /** Help on the file format, rendered on the server so that the columns' schemas are not sent to the browser. */
  help: ReactNode;
};

/** Uploads a file of up to 100 MB and shows its import. */
export function LargeFile({ openJob, help }: LargeFileProps) {
  const { activity, failure, isReady } = useImportState();
  const queue = useImportQueue();
  const progress = activity?.kind === "file" ? activity : null;
  const running = progress?.job && isOpen(progress.job) ? progress.job : null;
  const box = useKeptFocus();
  useEffect(preventFileDrop, []);
  useEffect(() => {
    if (openJob) void resumeJob(openJob);
  }, [openJob]);

  return (
    <section
      aria-labelledby="large-file"
      className="flex flex-col rounded-2xl border border-line bg-card p-card sm:p-6"
    >
      <h2 id="large-file" className="font-serif text-xl font-semibold">
        Upload Large CSV File (max 100MB)
      </h2>
      <p className="mt-1 text-sm text-quiet">
        Rows that cannot be taken are left out and listed with the reason; all others go in.{" "}
        <Link prefetch={false} href={adminRoutes.checkFile()} className="font-semibold text-board underline">
          Check a file first
        </Link>{" "}
        to see what it would change.
      </p>
      <div ref={box} id="import-progress" tabIndex={-1} className="mt-4 grid grow grid-cols-1 rounded-xl">
        {progress ? (
          <div className="flex min-h-56 flex-col justify-center rounded-xl bg-paper p-5 ring-1 ring-line">
            <ActivityView activity={progress} />
            {progress.canCancel || running ? (
              <button
                type="button"
                onClick={() => (running ? void cancelJob(running) : cancelUpload())}
                className={buttonClasses("outline", "mt-4 self-start")}
              >
                Cancel
              </button>
            ) : null}
          </div>
        ) : (
          <DropZone
            isReady={isReady}
            isDisabled={activity !== null}
            onFiles={(files) => void importFiles(files)}
          />
        )}
      </div>
      <FileQueue />
      {failure?.kind === "file" && queue.length === 0 ? <FailureNote failure={failure} /> : null}
      {help}
    </section>
  );
}
