import { classNames } from "@/components/ui/class-names";
import { routes } from "@/lib/routes";

const sections = {
  learning: { label: "Learning", href: routes.profile() },
  account: { label: "Account", href: routes.account() },
  notes: { label: "Notes", href: routes.notes() },
};
export type ProfileSection = keyof typeof sections;

/** Links to the sections of the profile. */
export function ProfileNavigation({ current }: { current: ProfileSection }) {
  return (
    <nav aria-label="Profile" className="border-b border-line print:hidden">
      <ul className="flex flex-wrap gap-x-6">
        {Object.entries(sections).map(([section, { label, href }]) => (
          <li key={section}>
            <a
              href={href}
              aria-current={section === current ? "page" : undefined}
              className={classNames(
                "-mb-px flex min-h-11 items-center border-b-2 px-1 text-sm font-semibold",
                section === current
                  ? "border-board text-board"
                  : "border-transparent text-quiet hover:text-ink forced-colors:border-b-0",
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
