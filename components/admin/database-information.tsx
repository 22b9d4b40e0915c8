import { Database } from "lucide-react";
import { formatCount } from "@/lib/catalogue/display";

/** The table that holds the catalogue, and its number of rows. */
export function DatabaseInformation({ records }: { records: number }) {
  const facts = [
    ["Table", "lectures"],
    ["Total records", formatCount(records)],
  ];
  return (
    <section aria-labelledby="database" className="rounded-2xl border border-line bg-card p-5 sm:p-6">
      <h2 id="database" className="flex items-center gap-2.5 font-serif text-xl font-semibold">
        <Database aria-hidden="true" className="size-5 text-board" strokeWidth={1.75} />
        Database Information
      </h2>
      <dl className="mt-3 divide-y divide-line">
        {facts.map(([term, fact]) => (
          <div key={term} className="flex items-baseline justify-between gap-4 py-3 last:pb-0">
            <dt className="text-sm text-quiet">{term}</dt>
            <dd className="font-semibold tabular-nums">{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
