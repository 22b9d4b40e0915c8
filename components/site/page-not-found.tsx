import { buttonClasses } from "@/components/ui/button";
import { routes } from "@/lib/routes";

/** The title of the 404 pages. */
export const PAGE_NOT_FOUND = "Page not found";

/** What the 404 pages say. */
export function PageNotFound() {
  return (
    <>
      <p className="font-serif text-7xl font-semibold text-board tabular-nums">404</p>
      <h1 className="font-serif text-2xl font-semibold text-balance sm:text-3xl">Oops! Page not found</h1>
      <a href={routes.home()} className={buttonClasses("solid", "mt-5")}>
        Return to Home
      </a>
    </>
  );
}
