import { ProgressBar } from "@/components/ui/progress-bar";
import { deriveStats } from "@/lib/progress/stats";
import type { LearningCourse } from "@/lib/progress/types";

export function LearningStatsCard({ courses }: { courses: readonly LearningCourse[] }) {
  const { percent, completed, inProgress } = deriveStats(courses);
  return (
    <section
      aria-labelledby="learning-stats"
      className="rounded-2xl border border-line bg-card p-[min(1.5rem,6vw)]"
    >
      <h2 id="learning-stats" className="font-serif text-xl font-semibold">
        Learning Stats
      </h2>
      <div className="mt-4 grid gap-6 sm:grid-cols-[1fr_auto_auto] sm:gap-10">
        <div>
          <p className="mb-2 flex items-baseline justify-between gap-4 text-sm text-quiet sm:flex-col sm:gap-0">
            Overall progress
            <span className="shrink-0 font-serif text-2xl font-semibold text-ink tabular-nums">
              {percent}%
            </span>
          </p>
          <ProgressBar value={percent} label="Overall progress" />
        </div>
        <Count label="Completed" count={completed} />
        <Count label="In Progress" count={inProgress} />
      </div>
    </section>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <p className="flex items-baseline justify-between gap-4 text-sm text-quiet sm:flex-col sm:justify-start sm:gap-0">
      {label}
      <span className="shrink-0 font-serif text-2xl font-semibold text-ink tabular-nums">{count}</span>
    </p>
  );
}
