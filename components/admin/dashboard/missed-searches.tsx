import { SearchX } from "lucide-react";
import type { MissedSearch } from "@/lib/admin/types";
import { countOf } from "@/lib/catalogue/display";
import { routes } from "@/lib/routes";
import { Panel, PanelNote, panelLink } from "./panel";

/** Searches of visitors that found nothing, those on the most days first. */
export function MissedSearches({ searches }: { searches: readonly MissedSearch[] }) {
  return (
    <Panel id="missed-searches" Icon={SearchX} title="Searches that found nothing">
      {searches.length === 0 ? (
        <PanelNote>There are none to show of the last 30 days.</PanelNote>
      ) : (
        <>
          <PanelNote>No course was found for these in the last 30 days.</PanelNote>
          <ol className="mt-2 divide-y divide-line">
            {searches.map(({ query, count, days }) => (
              <li
                key={query}
                className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 text-sm last:pb-0"
              >
                <a href={routes.search(query)} className={panelLink}>
                  <bdi>{query}</bdi>
                </a>
                <span className="text-quiet tabular-nums">
                  {countOf(count, "time")} on {countOf(days, "day")}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      <p className="mt-4 text-xs text-pretty text-quiet">
        Nothing is kept of who searched, and only what came up three times or more on several days is shown.
      </p>
    </Panel>
  );
}
