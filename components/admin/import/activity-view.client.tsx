"use client";

import { CircleAlert } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { adminRoutes } from "@/lib/admin/routes";
import { formatBytes } from "@/lib/lecture-import/job";
import { routes } from "@/lib/routes";
import { type Activity, announcementOf } from "./activity";
import { type ImportFailure, useImportState } from "./import-state.client";

/** File, progress and note of an upload or import in progress. */
export function ActivityView({ activity }: { activity: Activity }) {
  const { name, size, text, percent, note } = activity;
  return (
    <>
      <p className="font-semibold break-words">
        {name}
        {size === null ? null : (
          <span className="font-normal whitespace-nowrap text-quiet"> · {formatBytes(size)}</span>
        )}
      </p>
      <p className="mt-3 mb-2 flex items-baseline justify-between gap-4 text-sm tabular-nums">
        <span>{text}</span>
        {percent === null ? null : <span className="shrink-0 font-semibold">{percent}%</span>}
      </p>
      <ImportBar
        label={`Import of ${name}`}
        percent={percent}
        valueText={percent === null ? text : `${percent}%, ${text}`}
      />
      {note ? <p className="mt-3 text-sm text-quiet">{note}</p> : null}
    </>
  );
}

type ImportBarProps = { label: string; percent: number | null; valueText: string };

/** The progress of an import; a bar that keeps moving while the progress cannot be measured. */
export function ImportBar({ label, percent, valueText }: ImportBarProps) {
  if (percent !== null) return <ProgressBar label={label} value={percent} valueText={valueText} />;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext={valueText}
      className="h-2 overflow-hidden rounded-full bg-well"
    >
      <div className="sliding h-full w-2/5 rounded-full bg-board motion-reduce:w-full motion-reduce:opacity-50" />
    </div>
  );
}

/** Why the last import failed. A toast has announced it to screen readers; this note stays. */
export function FailureNote({ failure }: { failure: ImportFailure }) {
  const { name, message, signIn, tryAgain } = failure;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p className="flex grow basis-72 gap-2.5 text-sm text-fault">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4" />
        <span className="wrap-anywhere">
          {name === null ? null : (
            <strong>
              <bdi>{name}</bdi>:{" "}
            </strong>
          )}
          {message}
          {signIn ? (
            <>
              {" "}
              <a href={routes.signIn(adminRoutes.import())} className="font-semibold underline">
                Sign in
              </a>
            </>
          ) : null}
        </span>
      </p>
      {tryAgain ? (
        <button type="button" onClick={tryAgain} className={buttonClasses("outline")}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

/**
 * Announces the progress of an import to screen readers. A live region must be in the document before its text
 * changes, or the change is not announced.
 */
export function Announcer() {
  const { activity } = useImportState();
  return (
    <p role="status" className="sr-only">
      {activity ? announcementOf(activity) : null}
    </p>
  );
}
