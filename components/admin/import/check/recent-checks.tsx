import Link from "next/link";
import { adminRoutes } from "@/lib/admin/routes";
import { type ImportJob, stateName } from "@/lib/lecture-import/job";
import { LocalTime } from "../../local-time.client";
import { differencesLine } from "../report/differences";

/** The last checks, each with its result. */
export function RecentChecks({ checks }: { checks: ImportJob[] }) {
  if (checks.length === 0) return null;
  return (
    <section aria-labelledby="recent-checks" className="rounded-2xl border border-line bg-card p-card sm:p-6">
      <h2 id="recent-checks" className="font-serif text-xl font-semibold">
        Recent checks
      </h2>
      <ul className="mt-2">
        {checks.map((check) => (
          <li key={check.id} className="border-line py-3 text-sm not-last:border-b">
            <Link
              prefetch={false}
              href={adminRoutes.importReport(check.id)}
              className="inline-flex min-h-6 text-base font-semibold wrap-anywhere hover:text-board hover:underline"
            >
              {check.fileName}
            </Link>
            <p className="text-quiet">
              <LocalTime time={check.createdAt} /> ·{" "}
              {check.status === "completed"
                ? differencesLine({
                    inserted: check.insertedRows,
                    updated: check.updatedRows,
                    unchanged: check.unchangedRows,
                    rejected: check.rejectedRows,
                    missing: check.missingRows ?? 0,
                  })
                : stateName(check)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
