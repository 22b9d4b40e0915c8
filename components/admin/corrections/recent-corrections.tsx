import { adminRoutes } from "@/lib/admin/routes";
import type { RecentCorrection } from "@/lib/corrections/types";
import { ConsoleLink } from "../console-navigation.client";
import { LocalTime } from "../local-time.client";

/** The last corrections of lectures, courses and subjects; renders nothing if there are none. */
export function RecentCorrections({ corrections }: { corrections: RecentCorrection[] }) {
  if (corrections.length === 0) return null;
  return (
    <section aria-labelledby="corrections" className="mt-10">
      <h2 id="corrections" className="font-serif text-xl font-semibold">
        Recent corrections
      </h2>
      <ul className="mt-3 rounded-2xl border border-line bg-card text-sm">
        {corrections.map(({ job, person, isUndone }) => (
          <li
            key={job.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-0.5 border-line px-4 py-2 not-last:border-b"
          >
            <ConsoleLink
              href={adminRoutes.importReport(job.id)}
              className="inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere hover:text-board hover:underline"
            >
              {job.fileName}
            </ConsoleLink>
            <span className="text-quiet wrap-anywhere">
              {isUndone ? "Taken back · " : null}
              {person === null ? null : <bdi>{person} · </bdi>}
              <LocalTime time={job.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
