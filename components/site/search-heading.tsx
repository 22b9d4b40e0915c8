// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import type { ReactNode } from "react";

export function SearchHeading({ query }: { query: string }) {
  return (
    <h1 className="font-serif text-2xl font-semibold tracking-tight break-words sm:text-3xl">
      Search results for: {query}
    </h1>
  );
}

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
