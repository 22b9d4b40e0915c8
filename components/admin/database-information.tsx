import { Database } from "lucide-react";
import { formatCount } from "@/lib/catalogue/display";
import { Panel } from "./dashboard/panel";

/** The table that holds the catalogue, and its number of rows. */
export function DatabaseInformation({ records }: { records: number }) {
  const facts = [
    ["Table", "lectures"],
    ["Total records", formatCount(records)],
  ];
  return (
    <Panel id="database" Icon={Database} title="Database Information">
      <dl className="mt-3 divide-y divide-line">
        {facts.map(([term, fact]) => (
          <div key={term} className="flex items-baseline justify-between gap-4 py-3 last:pb-0">
            <dt className="text-sm text-quiet">{term}</dt>
            <dd className="shrink-0 font-semibold tabular-nums">{fact}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
