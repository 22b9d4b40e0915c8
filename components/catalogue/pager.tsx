import { ArrowLeft, ArrowRight } from "lucide-react";
import type { Route } from "next";
import { buttonClasses } from "@/components/ui/button";

type PagerProps = { page: number; pageCount: number; pathOf: (page: number) => Route };

/** Links to the previous and the next page; a list of one page has none. */
export function Pager({ page, pageCount, pathOf }: PagerProps) {
  if (pageCount === 1) return null;
  return (
    <nav aria-label="Pages" className="mt-12 flex flex-wrap items-center justify-center gap-4">
      {page > 1 ? (
        <a href={pathOf(page - 1)} rel="prev" className={buttonClasses("outline")}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Previous
        </a>
      ) : null}
      <span className="text-sm text-quiet">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <a href={pathOf(page + 1)} rel="next" className={buttonClasses("outline")}>
          Next
          <ArrowRight aria-hidden="true" className="size-4" />
        </a>
      ) : null}
    </nav>
  );
}
