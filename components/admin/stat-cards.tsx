import { Library, ListVideo, type LucideIcon, Shapes, Users } from "lucide-react";
import type { Route } from "next";
import { adminRoutes } from "@/lib/admin/routes";
import type { AdminCounts } from "@/lib/admin/types";
import { type AccountRole, type ConsoleRole, isEnough } from "@/lib/auth/roles";
import { formatCount } from "@/lib/catalogue/display";
import { routes } from "@/lib/routes";
import { ConsoleLink } from "./console-navigation.client";

type Card = { label: string; count: keyof AdminCounts; Icon: LucideIcon; href: Route; needs: ConsoleRole };

const cards: Card[] = [
  {
    label: "Total Lectures",
    count: "lectures",
    Icon: ListVideo,
    href: adminRoutes.lectures(),
    needs: "viewer",
  },
  { label: "Total Courses", count: "courses", Icon: Library, href: routes.allCourses(), needs: "viewer" },
  { label: "Total Users", count: "users", Icon: Users, href: adminRoutes.users(), needs: "admin" },
  { label: "Subjects", count: "subjects", Icon: Shapes, href: routes.allSubjects(), needs: "viewer" },
];

/** Totals, each with a link to what it counts if the role may open it. */
export function StatCards({ counts, role }: { counts: AdminCounts; role: AccountRole }) {
  return (
    <div className="@container mt-8">
      <dl className="grid gap-4 @xs:grid-cols-2 @3xl:grid-cols-4">
        {cards.map(({ label, count, Icon, href, needs }) => (
          <div
            key={label}
            className="group relative rounded-2xl border border-line bg-card p-4 has-[a:hover]:border-board @3xl:p-5"
          >
            <dt className="flex items-center justify-between gap-3 text-sm font-medium text-quiet">
              {isEnough(role, needs) ? <CardLink href={href} label={label} /> : label}
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

/** A link that covers its card. Pages outside the console are opened with a full page load. */
function CardLink({ href, label }: { href: Route; label: string }) {
  if (!href.startsWith(adminRoutes.console()))
    return (
      <a href={href} className="card-link">
        {label}
      </a>
    );
  return (
    <ConsoleLink href={href} className="card-link">
      {label}
    </ConsoleLink>
  );
}
