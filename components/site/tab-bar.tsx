import { BookOpen, CalendarDays, CircleHelp, UserRound } from "lucide-react";
import { routes } from "@/lib/routes";
import { Tab } from "./tab.client";

const tabs = [
  {
    label: "Courses",
    href: routes.home(),
    Icon: BookOpen,
    sections: ["", "subjects", "courses", "course", "search"],
  },
  { label: "Planner", href: routes.planner(), Icon: CalendarDays, sections: ["planner"] },
  { label: "Tests", href: routes.tests(), Icon: CircleHelp, sections: ["tests"] },
  { label: "Profile", href: routes.profile(), Icon: UserRound, sections: ["profile", "notes"] },
];

export function TabBar() {
  return (
    <nav
      aria-label="Main"
      className="print:hidden fixed short:static inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-16 grid-cols-4">
        {tabs.map(({ label, href, Icon, sections }) => (
          <li key={label}>
            <Tab href={href} sections={sections}>
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </Tab>
          </li>
        ))}
      </ul>
    </nav>
  );
}
