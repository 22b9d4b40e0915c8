import { TriangleAlert } from "lucide-react";
import type { ImportJob } from "@/lib/lecture-import/job";
import { describeWarning } from "@/lib/lecture-import/warnings";

/** What looks like a mistake in a file, although it can be imported. */
export function Warnings({ job: { warnings } }: { job: ImportJob }) {
  if (warnings.length === 0) return null;
  return (
    <div className="mt-4 max-w-prose text-sm">
      <h2 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-4" />
        Worth a look
      </h2>
      <ul className="mt-1 list-disc space-y-1 pl-6">
        {warnings.map((warning) => (
          <li key={warning.kind} className="text-pretty wrap-anywhere whitespace-pre-wrap">
            {describeWarning(warning)}
          </li>
        ))}
      </ul>
    </div>
  );
}
