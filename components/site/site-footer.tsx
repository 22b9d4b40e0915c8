import { routes } from "@/lib/routes";
import { site } from "@/lib/site";
import { Logo } from "./logo";

// Hidden on small screens, which have the tab bar.
const links = [
  { label: "Courses", href: routes.allCourses() },
  { label: "Planner", href: routes.planner() },
  { label: "Tests", href: routes.tests() },
  { label: "Profile", href: routes.profile() },
];

export function SiteFooter() {
  return (
    <footer className="print:hidden mt-20 border-t border-line">
      <div className="shell flex flex-col gap-4 py-10 md:flex-row md:items-center md:justify-between">
        <div>
          <Logo />
          <p className="mt-2 text-sm text-quiet">{site.promise}</p>
        </div>
        <nav aria-label="Footer" className="hidden md:block">
          <ul className="flex gap-6 text-sm font-semibold">
            {links.map(({ label, href }) => (
              <li key={label}>
                <a href={href} className="block rounded-sm py-3 hover:text-board">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
