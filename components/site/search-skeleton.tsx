import type { ReactNode } from "react";
import { SearchHeading } from "./search-heading";

/** Shown while a search runs; `children` is the skeleton of its results. */
export function SearchSkeleton({ query, children }: { query: string; children: ReactNode }) {
  return (
    <>
      <SearchHeading query={query} />
      <p role="status" className="mt-2 text-quiet">
        Searching…
      </p>
      {children}
    </>
  );
}
