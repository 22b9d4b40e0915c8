import { ArrowLeft, ArrowRight } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import type { SubjectPage } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";

export function Pager({ subject, page, pageCount }: Pick<SubjectPage, "subject" | "page" | "pageCount">) {
  if (pageCount === 1) return null;
  return (
    <nav aria-label="Pages" className="mt-12 flex flex-wrap items-center justify-center gap-4">
      {page > 1 ? (
        <a href={routes.subject(subject, page - 1)} rel="prev" className={buttonClasses("outline")}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Previous
        </a>
      ) : null}
      <span className="text-sm text-quiet">
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <a href={routes.subject(subject, page + 1)} rel="next" className={buttonClasses("outline")}>
          Next
          <ArrowRight aria-hidden="true" className="size-4" />
        </a>
      ) : null}
    </nav>
  );
}
