import { SearchX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { ListPage } from "@/lib/admin/types";
import { ListFilter } from "./list-filter.client";
import { ListPager } from "./list-pager";
import { ListStatus } from "./list-status";
import { Notice } from "./notice";

type FilteredListProps = ComponentProps<typeof ListFilter> & {
  list: ListPage<unknown>;
  hrefOf: ComponentProps<typeof ListPager>["hrefOf"];
  /** What is listed, in the plural, as in "No courses match". */
  noun: string;
  /** How the rows are sorted, as text for the status line. */
  order?: ComponentProps<typeof ListStatus>["order"];
  /** Shown beside the status line. */
  aside?: ReactNode;
  /** Shown instead of the rows if none matches. */
  instead?: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/** A list with its filter and its other pages. */
export function FilteredList({
  list,
  hrefOf,
  noun,
  order,
  aside,
  instead = (
    <Notice Icon={SearchX} title={`No ${noun} match`} hint="Try a shorter text, or clear the filter." />
  ),
  children,
  ...filter
}: FilteredListProps) {
  return (
    <>
      <ListFilter {...filter} />
      <div className="flex flex-wrap items-center justify-between gap-x-8">
        <ListStatus list={list} order={order} />
        {aside}
      </div>
      {list.matches === 0 ? instead : children}
      <ListPager page={list.page} pageCount={list.pageCount} hrefOf={hrefOf} />
    </>
  );
}
