"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { createContext, type ReactNode, use, useTransition } from "react";
import { useAppRouter } from "@/components/ui/use-app-router.client";
import { useDelayed } from "@/components/ui/use-delayed.client";
import { routes } from "@/lib/routes";
import { SearchSkeleton } from "./search-heading";
import { usePlainLinks } from "./use-plain-links.client";
import { useSearch } from "./use-search.client";

const SearchContext = createContext<ReturnType<typeof useSearch> | null>(null);

export function useSiteSearch() {
  const search = use(SearchContext);
  if (!search) throw new Error("There is no NavigationProvider around this component");
  return search;
}

/** `router.prefetch` with the option that Next's types leave out. */
type Prefetch = (href: string, options: { kind: "full" }) => void;

type NavigationProps = {
  children: ReactNode;
  page: ReactNode;
  /** The skeletons are rendered on the server: the browser needs no script for them. */
  homeSkeleton: ReactNode;
  resultsSkeleton: ReactNode;
};

/**
 * Follows links and searches without page loads, and shows skeletons meanwhile: of search results at once, of the
 * home page after a moment. Not by Suspense boundaries, whose content is invisible without JavaScript.
 */
export function NavigationProvider({ children, page, homeSkeleton, resultsSkeleton }: NavigationProps) {
  const router = useAppRouter();
  const search = useSearch();
  const [isGoingHome, startGoingHome] = useTransition();
  usePlainLinks({
    onIntent: (href) => (router.prefetch as Prefetch)(href, { kind: "full" }),
    onFollow: (href) => {
      search.endTyping();
      if (href === routes.home()) startGoingHome(() => router.push(href));
      else router.push(href);
    },
  });

  // On the search page `SearchArea` shows the skeleton, beneath that page's form.
  const loadingQuery = search.shownQuery === null ? search.submittedQuery : null;
  const isLoadingHome = useDelayed(isGoingHome);
  return (
    <SearchContext value={search}>
      {children}
      <main id="content">
        {loadingQuery === null ? null : (
          <div className="shell py-8">
            <SearchSkeleton query={loadingQuery}>{resultsSkeleton}</SearchSkeleton>
          </div>
        )}
        {isLoadingHome ? homeSkeleton : null}
        <div hidden={loadingQuery !== null || isLoadingHome}>{page}</div>
      </main>
    </SearchContext>
  );
}
