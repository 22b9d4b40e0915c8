import { formatCount } from "@/lib/catalogue/display";

export type Count = { label: string; count: number; isFault?: boolean };

/** Numbers side by side, each with its name. */
export function Counts({ counts }: { counts: Count[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3 @md:grid-cols-3 @3xl:flex @3xl:flex-wrap">
      {counts.map(({ label, count, isFault }) => (
        <div key={label} className="rounded-xl bg-well px-4 py-3 @3xl:min-w-32 @3xl:grow">
          <dt className="text-sm text-quiet">{label}</dt>
          <dd
            className={`font-serif text-2xl font-semibold tabular-nums ${isFault && count > 0 ? "text-fault" : ""}`}
          >
            {formatCount(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
