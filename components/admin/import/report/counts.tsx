import { classNames } from "@/components/ui/class-names";
import { formatCount } from "@/lib/catalogue/display";

export type Count = { label: string; count: number; isFault?: boolean };

/** Numbers side by side, each with its name. */
export function Counts({ counts }: { counts: Count[] }) {
  return (
    <dl
      className={classNames(
        "grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3",
        // Four in two rows of two, so that none is alone.
        counts.length === 4 ? "@md:grid-cols-2" : "@md:grid-cols-3",
        "@3xl:auto-cols-fr @3xl:grid-flow-col @3xl:grid-cols-none",
      )}
    >
      {counts.map(({ label, count, isFault }) => (
        <div key={label} className="rounded-xl bg-well px-4 py-3">
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
