"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useEffect, useState, useTransition } from "react";
import { SearchSkeleton } from "@/components/catalogue/search-skeleton";
import { routes } from "@/lib/routes";

type SearchNavigation = {
  /** Goes to the results of a non-empty text; an empty one is ignored. */
  search: (text: string) => void;
  /** The text whose results are on the page; empty elsewhere. */
  shownQuery: string;
  setShownQuery: (query: string) => void;
};

const SearchNavigationContext = createContext<SearchNavigation>({
  search: () => {},
  shownQuery: "",
  setShownQuery: () => {},
});

export const useSearchNavigation = () => use(SearchNavigationContext);

/**
 * Shows what a search will look like from the moment it is sent until its results are there.
 * A Suspense boundary would do this too, but its content is invisible without JavaScript.
 */
export function SearchNavigationProvider({ children, page }: { children: ReactNode; page: ReactNode }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [pendingQuery, setPendingQuery] = useState("");
  const [shownQuery, setShownQuery] = useState("");

  function search(text: string) {
    const query = text.trim();
    if (!query) return;
    setPendingQuery(query);
    startTransition(() => router.push(routes.search(query)));
  }

  return (
    <SearchNavigationContext value={{ search, shownQuery, setShownQuery }}>
      {children}
      <main id="content">
        {isPending ? <SearchSkeleton query={pendingQuery} /> : null}
        <div hidden={isPending}>{page}</div>
      </main>
    </SearchNavigationContext>
  );
}

/** Stands on the search page: tells the header's field what was searched for. */
export function ShownQuery({ query }: { query: string }) {
  const { setShownQuery } = useSearchNavigation();
  useEffect(() => {
    setShownQuery(query);
    return () => setShownQuery("");
  }, [query, setShownQuery]);
  return null;
}
