"use client";

import Link from "next/link";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import type { ImportJob } from "@/lib/lecture-import/job";
import { ActivityView, FailureNote } from "./activity-view.client";
import { DropZone, preventFileDrop } from "./drop-zone.client";
import { resumeJob } from "./follow-job.client";
import { cancelUpload, importFile } from "./import-file.client";
import { useImportState } from "./import-state.client";

type LargeFileProps = {
  /** An import that was going on before. */
  openJob: ImportJob | null;
  /** What a file must look like, from the server: the columns come with their schemas, which no browser needs. */
  help: ReactNode;
};

/** Uploads a file of up to 100 MB and shows its import. */
export function LargeFile({ openJob, help }: LargeFileProps) {
  const { activity, failure, isReady } = useImportState();
  const progress = activity?.kind === "file" ? activity : null;
  const box = useKeptFocus();
  useEffect(preventFileDrop, []);
  useEffect(() => {
    if (openJob) void resumeJob(openJob);
  }, [openJob]);

  return (
    <section
      aria-labelledby="large-file"
      className="flex flex-col rounded-2xl border border-line bg-card p-5 sm:p-6"
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
            {progress.canCancel ? (
              <button
                type="button"
                onClick={cancelUpload}
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
            onFile={(file) => void importFile(file)}
          />
        )}
      </div>
      {failure?.kind === "file" ? <FailureNote failure={failure} /> : null}
      {help}
    </section>
  );
}

/**
 * A box whose contents change: when the element that had the focus is gone, the box takes it.
 */
function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof Node && Boolean(box.current?.contains(target));
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  // After every render, because any of them may have changed the contents.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) box.current?.focus();
  });
  return box;
}
