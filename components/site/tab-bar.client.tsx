"use client";

import { BookOpen, CalendarDays, CircleHelp, UserRound } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "@/components/ui/class-names";
import { routes } from "@/lib/routes";

const tabs = [
  { label: "Courses", href: routes.home(), Icon: BookOpen, paths: ["/", "/courses", "/course", "/search"] },
  { label: "Planner", href: routes.planner(), Icon: CalendarDays, paths: ["/planner"] },
  { label: "Tests", href: routes.tests(), Icon: CircleHelp, paths: ["/tests"] },
  { label: "Profile", href: routes.profile(), Icon: UserRound, paths: ["/profile"] },
];

/** The way around on small screens. */
export function TabBar() {
  const section = `/${usePathname().split("/")[1]}`;
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-16 grid-cols-4">
        {tabs.map(({ label, href, Icon, paths }) => {
          const isCurrent = paths.includes(section);
          return (
            <li key={label}>
              <Link
                href={href}
                prefetch={false}
                aria-current={isCurrent ? "page" : undefined}
                className={classNames(
                  "flex h-full flex-col items-center justify-center gap-1 text-xs font-medium",
                  isCurrent ? "text-board" : "text-quiet",
                )}
              >
                <Icon aria-hidden="true" className="size-5" />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
