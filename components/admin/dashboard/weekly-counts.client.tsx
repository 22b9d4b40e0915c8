"use client";

import { ChartLine, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { Missing } from "@/components/ui/missing";
import type { WeekCounts } from "@/lib/admin/types";
import {
  countedSince,
  describeLatest,
  everyWeek,
  formatShortWeek,
  formatWeek,
  type Measure,
  measures,
} from "@/lib/admin/weeks";
import { formatCount } from "@/lib/catalogue/display";
import { Panel, PanelNote } from "./panel";

const WeekPlot = dynamic(() => import("./week-plot.client").then((plot) => plot.WeekPlot), { ssr: false });

/** The weekly counts as plots or as a table. Screen readers always get the table. */
export function WeeklyCounts({ counted }: { counted: readonly WeekCounts[] }) {
  const [isTable, setIsTable] = useState(false);
  const weeks = everyWeek(counted);
  return (
    <Panel
      id="weeks"
      Icon={ChartLine}
      title="Week by week"
      aside={
        weeks.length === 0 ? null : (
          <button
            type="button"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
            className={buttonClasses(
              "outline",
              "needs-script aria-pressed:border-board aria-pressed:text-board",
            )}
          >
            <Table2 aria-hidden="true" className="size-4" />
            Show as table
          </button>
        )
      }
    >
      {weeks.length === 0 ? (
        <PanelNote>Nothing has been counted yet. The first numbers are here within the hour.</PanelNote>
      ) : (
        <>
          <PanelNote>
            Numbers alone are kept: nothing says who signed up, learnt or completed what. This week’s learners
            and completions are counted every hour.
          </PanelNote>
          {isTable ? null : <Plots weeks={weeks} />}
          <div
            {...(isTable && { role: "group", "aria-label": "Table of the weeks", tabIndex: 0 })}
            className={isTable ? "mt-5 overflow-x-auto" : "sr-only noscript:not-sr-only"}
          >
            <WeekTable weeks={weeks} />
          </div>
        </>
      )}
    </Panel>
  );
}

function Plots({ weeks }: { weeks: readonly WeekCounts[] }) {
  return (
    <div aria-hidden="true" className="needs-script @container mt-5">
      <div className="grid gap-x-8 gap-y-7 @2xl:grid-cols-2">
        {measures.map((measure) => (
          <figure key={measure.key} className="min-w-0">
            <figcaption className="flex flex-wrap items-baseline gap-x-2">
              <span className="w-full text-sm font-medium text-quiet">{measure.label}</span>
              <Latest weeks={weeks} measure={measure} />
            </figcaption>
            <div className="mt-2 h-40">
              <WeekPlot weeks={weeks} measure={measure} />
            </div>
            <Since weeks={weeks} measure={measure} />
          </figure>
        ))}
      </div>
    </div>
  );
}

type MeasuredProps = { weeks: readonly WeekCounts[]; measure: Measure };

function Latest({ weeks, measure }: MeasuredProps) {
  const latest = weeks.at(-1)?.[measure.key] ?? null;
  return (
    <>
      <span className="font-serif text-2xl font-semibold tabular-nums">
        {latest === null ? "—" : formatCount(latest)}
      </span>
      <span className="text-sm text-quiet">{describeLatest(weeks, measure)}</span>
    </>
  );
}

/** Says since which week a measure has been counted, unless it is the first week. */
function Since({ weeks, measure }: MeasuredProps) {
  const since = countedSince(weeks, measure);
  return (
    <p className="mt-1 min-h-4 text-xs text-quiet">
      {since === null ? "Not counted yet" : since === weeks[0]?.week ? null : `Since ${formatWeek(since)}`}
    </p>
  );
}

function WeekTable({ weeks }: { weeks: readonly WeekCounts[] }) {
  return (
    <div className="@container">
      <table aria-labelledby="weeks" className="w-full text-[0.6875rem] @min-[18rem]:text-xs @lg:text-sm">
        <thead>
          <tr className="text-right align-bottom text-quiet">
            <th scope="col" className="py-2 text-left font-semibold wrap-normal">
              Week of
            </th>
            {measures.map(({ key, label }) => (
              <th key={key} scope="col" className="py-2 pl-1 font-semibold wrap-normal @min-[18rem]:pl-2">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.week} className="border-t border-line text-right tabular-nums">
              <th scope="row" className="py-2.5 text-left font-medium wrap-normal">
                <time dateTime={week.week}>
                  <span className="whitespace-nowrap @lg:hidden">{formatShortWeek(week.week)}</span>
                  <span className="hidden @lg:inline">{formatWeek(week.week)}</span>
                </time>
              </th>
              {measures.map(({ key }) => (
                <td key={key} className="py-2.5 pl-1 whitespace-nowrap @min-[18rem]:pl-2">
                  <Count count={week[key]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Count = ({ count }: { count: number | null }) =>
  count === null ? <Missing label="Not counted" /> : formatCount(count);
