"use client";

import { CircleAlert, CircleCheck, CircleSlash, Clock, LoaderCircle } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { countOf } from "@/lib/catalogue/display";
import { useKeptFocus } from "../use-kept-focus.client";
import { clearQueue, importFiles, stopQueue, useImportQueue } from "./import-queue.client";
import type { QueuedFile } from "./run-queue";

const icons = {
  waiting: Clock,
  running: LoaderCircle,
  done: CircleCheck,
  failed: CircleAlert,
  cancelled: CircleSlash,
  left: CircleSlash,
} as const;

const names: Record<QueuedFile["state"], string> = {
  waiting: "Waiting",
  running: "Under way",
  done: "Imported",
  failed: "Failed",
  cancelled: "Cancelled",
  left: "Not imported",
};

/** Files that were chosen together, each with its state and result. */
export function FileQueue() {
  const queue = useImportQueue();
  const box = useKeptFocus();
  const count = (...states: QueuedFile["state"][]) =>
    queue.filter(({ state }) => states.includes(state)).length;
  const isOver = count("waiting", "running") === 0;
  const again = queue.filter(({ state }) => state === "failed" || state === "left").map(({ file }) => file);
  const [first, ...others] = again;
  return (
    <div ref={box} tabIndex={-1} className="rounded-xl">
      <p role="status" className="sr-only">
        {queue.length > 0 ? summaryOf(queue) : null}
      </p>
      {queue.length > 0 ? (
        <section aria-labelledby="file-queue" className="mt-5">
          <h3 id="file-queue" className="font-semibold tabular-nums">
            {summaryOf(queue)}
          </h3>
          <ol className="mt-2 border-y border-line">
            {queue.map(({ file, state, text }, index) => {
              const Icon = icons[state];
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: files keep their order, and two may have one name
                <li key={index} className="flex gap-2.5 border-line py-2.5 text-sm not-last:border-b">
                  <Icon
                    aria-hidden="true"
                    className={classNames(
                      "mt-0.5 size-4",
                      state === "running" && "motion-safe:animate-spin",
                      state === "done" && "text-board",
                      state === "failed" ? "text-fault" : state !== "done" && "text-quiet",
                    )}
                  />
                  <p className="min-w-0 wrap-anywhere">
                    <bdi className="font-semibold">{file.name}</bdi>
                    <span className={classNames("block", state === "failed" ? "text-fault" : "text-quiet")}>
                      {text || names[state]}
                    </span>
                  </p>
                </li>
              );
            })}
          </ol>
          {/* While the last file is imported it is empty, and keeps what is beneath it in place. */}
          <div className="mt-3 flex min-h-11 flex-wrap gap-3">
            {count("waiting") > 0 ? (
              <button type="button" onClick={stopQueue} className={buttonClasses("outline")}>
                Stop after this file
              </button>
            ) : null}
            {isOver && first ? (
              <button
                type="button"
                onClick={() => void importFiles([first, ...others])}
                className={buttonClasses("outline")}
              >
                Try {countOf(again.length, "file")} again
              </button>
            ) : null}
            {isOver ? (
              <button type="button" onClick={clearQueue} className={buttonClasses("outline")}>
                Clear this list
              </button>
            ) : null}
          </div>
        </section>
      ) : null}
    </div>
  );
}

/** `2 of 5 files are in, 1 failed` */
function summaryOf(queue: QueuedFile[]): string {
  const done = queue.filter(({ state }) => state === "done").length;
  const failed = queue.filter(({ state }) => state === "failed").length;
  const text = `${done} of ${queue.length} files ${done === 1 ? "is" : "are"} in`;
  return failed > 0 ? `${text}, ${failed} failed` : text;
}
