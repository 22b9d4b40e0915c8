import { ArrowLeft, ArrowRight } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { IntentLink } from "@/components/ui/intent-link.client";
import { importPath } from "./import-path";

/** Newer and older imports; nothing where one page is all. */
export function HistoryPager({ page, pageCount }: { page: number; pageCount: number }) {
  if (pageCount <= 1 && page === 1) return null;
  return (
    <nav aria-label="Pages of the history" className="mt-5 flex flex-wrap items-center justify-center gap-4">
      {page > 1 ? (
        <IntentLink
          href={importPath(Math.min(page - 1, pageCount))}
          rel="prev"
          className={buttonClasses("outline")}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Newer
        </IntentLink>
      ) : null}
      <span className="text-sm text-quiet">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <IntentLink href={importPath(page + 1)} rel="next" className={buttonClasses("outline")}>
          Older
          <ArrowRight aria-hidden="true" className="size-4" />
        </IntentLink>
      ) : null}
    </nav>
  );
}
