import type { ReactNode } from "react";
import { SearchHeading } from "./search-heading";

/** The answer to come to a search. `children` are what the results will look like. */
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
