import { CircleAlert, CircleCheck, Clock, LoaderCircle, TriangleAlert } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { type ImportJob, isOpen, percentDone, stateName } from "@/lib/lecture-import/job";

const icons = {
  pending: Clock,
  processing: LoaderCircle,
  completed: CircleCheck,
  failed: CircleAlert,
} as const;

/** The state of an import, with the percentage done while it is processed. */
export function StatusBadge({ job }: { job: ImportJob }) {
  const isPartial = job.status === "completed" && job.rejectedRows > 0;
  const Icon = isPartial ? TriangleAlert : icons[job.status];
  const percent = job.status === "processing" ? percentDone(job) : null;
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm font-semibold whitespace-nowrap",
        job.status === "completed" && (isPartial ? "bg-well" : "bg-board-soft text-board"),
        job.status === "failed" && "bg-well text-fault",
        isOpen(job) && "bg-well",
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames(
          "size-4",
          job.status === "processing" && "motion-safe:animate-spin",
          isPartial && "text-chalk",
        )}
      />
      {stateName(job)}
      {percent === null ? null : ` ${percent}%`}
    </span>
  );
}
