import { formatBytes } from "@/lib/lecture-import/job";
import type { Activity } from "./activity";
import { ImportBar } from "./import-bar";

/** An import as it goes on: what, how far, and what its administrator should know. */
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
