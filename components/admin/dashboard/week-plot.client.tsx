"use client";

import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from "recharts";
import type { WeekCounts } from "@/lib/admin/types";
import { formatShortWeek, formatWeek, type Measure } from "@/lib/admin/weeks";
import { formatCount } from "@/lib/catalogue/display";

const shortNumbers = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const tick = { fill: "var(--quiet)", fontSize: 12 };
const axis = { axisLine: false, tickLine: false, tick };
// The page's colours, which follow its light or dark scheme.
const look = { stroke: "var(--board)", fill: "var(--board)", isAnimationActive: false };

type WeekPlotProps = { weeks: readonly WeekCounts[]; measure: Measure };

/** Weekly totals as a line with a filled area, or weekly events as bars. The plot fills its parent. */
export function WeekPlot({ weeks, measure: { key, label, isTotal } }: WeekPlotProps) {
  const isSingle = weeks.filter((week) => week[key] !== null).length === 1;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...weeks]}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...axis}
          dataKey="week"
          tickFormatter={formatShortWeek}
          minTickGap={40}
          tickMargin={6}
          height={26}
        />
        <YAxis
          {...axis}
          width={44}
          tickCount={5}
          // All of them: otherwise grid lines are left out beside labels that are shown.
          interval={0}
          allowDecimals={false}
          domain={[0, "auto"]}
          tickFormatter={(value: number) => shortNumbers.format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={isTotal ? { stroke: "var(--quiet)" } : { fill: "var(--well)" }}
          content={({ active, payload }) => <Hint active={active} payload={payload} label={label} />}
        />
        {isTotal ? (
          <Area {...look} dataKey={key} type="linear" strokeWidth={2} fillOpacity={0.12} dot={isSingle} />
        ) : (
          <Bar {...look} dataKey={key} maxBarSize={28} radius={[3, 3, 0, 0]} />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

type HintProps = Pick<TooltipContentProps, "active" | "payload"> & { label: string };

function Hint({ active, payload, label }: HintProps) {
  const [point] = payload;
  if (!active || typeof point?.value !== "number") return null;
  return (
    <div className="rounded-lg border border-line bg-card px-3 py-2 text-xs shadow-md">
      <p className="text-quiet">Week of {formatWeek((point.payload as WeekCounts).week)}</p>
      <p className="mt-0.5 font-semibold tabular-nums">
        {label}: {formatCount(point.value)}
      </p>
    </div>
  );
}
