import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from "lucide-react";
import type { Route } from "next";
import { buttonClasses } from "@/components/ui/button";
import type { ListPage } from "@/lib/admin/types";
import { formatCount } from "@/lib/catalogue/display";
import { ConsoleLink } from "./console-navigation.client";
import { KeptFocus } from "./kept-focus.client";

type ListPagerProps = Pick<ListPage<unknown>, "page" | "pageCount"> & { hrefOf: (page: number) => Route };

/** Links to the pages of a list; renders nothing if there is only one page. */
export function ListPager({ page, pageCount, hrefOf }: ListPagerProps) {
  if (pageCount === 1) return null;
  const step = (label: string, target: number, Icon: LucideIcon, rel?: string) =>
    target >= 1 && target <= pageCount && target !== page ? (
      <li>
        <ConsoleLink
          href={hrefOf(target)}
          rel={rel}
          aria-label={`${label} page`}
          className={buttonClasses("outline", "w-11 px-0!")}
        >
          <Icon aria-hidden="true" className="size-5" />
        </ConsoleLink>
      </li>
    ) : (
      // A placeholder, so that the other links stay in place under the pointer.
      <li
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-lg border border-line opacity-40"
      >
        <Icon className="size-5" />
      </li>
    );
  return (
    <nav aria-label="Pages" className="@container mt-6">
      <KeptFocus>
        <ul className="flex items-center justify-center gap-2 @max-3xs:flex-wrap">
          {step("First", 1, ChevronsLeft)}
          {step("Previous", page - 1, ChevronLeft, "prev")}
          <li className="px-2 text-center text-sm text-quiet tabular-nums @max-3xs:order-first @max-3xs:basis-full">
            Page {formatCount(page)} of {formatCount(pageCount)}
          </li>
          {step("Next", page + 1, ChevronRight, "next")}
          {step("Last", pageCount, ChevronsRight)}
        </ul>
      </KeptFocus>
    </nav>
  );
}
