import { Library, ListVideo, type LucideIcon, Shapes, Users } from "lucide-react";
import type { AdminCounts } from "@/lib/admin/types";
import { formatCount } from "@/lib/catalogue/display";

const cards: { label: string; count: keyof AdminCounts; Icon: LucideIcon }[] = [
  { label: "Total Lectures", count: "lectures", Icon: ListVideo },
  { label: "Total Courses", count: "courses", Icon: Library },
  { label: "Total Users", count: "users", Icon: Users },
  { label: "Subjects", count: "subjects", Icon: Shapes },
];

export function StatCards({ counts }: { counts: AdminCounts }) {
  return (
    <div className="@container mt-8">
      <dl className="grid gap-4 @xs:grid-cols-2 @3xl:grid-cols-4">
        {cards.map(({ label, count, Icon }) => (
          <div key={label} className="rounded-2xl border border-line bg-card p-4 @3xl:p-5">
            <dt className="flex items-center justify-between gap-3 text-sm font-medium text-quiet">
              {label}
              <span className="hidden size-9 shrink-0 place-items-center rounded-lg bg-board-soft text-board @sm:grid">
                <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </span>
            </dt>
            <dd className="mt-2 font-serif text-3xl font-semibold tabular-nums">
              {formatCount(counts[count])}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
