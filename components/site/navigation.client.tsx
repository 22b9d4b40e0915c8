"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useState, useTransition } from "react";
import { useDelayed } from "@/components/ui/use-delayed.client";
import { routes } from "@/lib/routes";
import { Covered } from "./covered";
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

/** Pages are prefetched only if the server responds within this time: a click during a prefetch fetches twice. */
const PROMPT_MS = 100;

/** Whether the server responded so fast that a prefetched page arrives between hover and click. */
function isServerPrompt(): boolean {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return page !== undefined && page.responseStart - page.requestStart < PROMPT_MS;
}

/** The skeleton of each kind of page, shown while such a page is loading. */
type Skeletons = Record<"home" | "subject" | "course", ReactNode>;

function skeletonFor(href: string): keyof Skeletons | undefined {
  const { pathname } = new URL(href, location.origin);
  if (pathname === routes.home()) return "home";
  if (pathname.startsWith("/courses/")) return "subject";
  return pathname.startsWith("/course/") ? "course" : undefined;
}

type NavigationProps = {
  children: ReactNode;
  page: ReactNode;
  /** The skeletons are rendered on the server: the browser needs no script for them. */
  skeletons: Skeletons;
  resultsSkeleton: ReactNode;
};

/**
 * Follows links and searches without page loads, and shows skeletons meanwhile: of search results at once, of other
 * pages after a moment. It uses no Suspense boundaries: their content is invisible without JavaScript.
 */
export function NavigationProvider({ children, page, skeletons, resultsSkeleton }: NavigationProps) {
  const router = useRouter();
  const search = useSearch();
  const [isNavigating, startNavigation] = useTransition();
  const [target, setTarget] = useState<keyof Skeletons>();
  usePlainLinks({
    onIntent: (href) => isServerPrompt() && (router.prefetch as Prefetch)(href, { kind: "full" }),
    onFollow: (href) => {
      search.endTyping();
      setTarget(skeletonFor(href));
      startNavigation(() => router.push(href));
    },
  });

  // On the search page `SearchArea` shows the skeleton, beneath that page's form.
  const loadingQuery = search.shownQuery === null ? search.submittedQuery : null;
  const isSlow = useDelayed(isNavigating);
  const cover =
    loadingQuery !== null ? (
      <div className="shell py-8">
        <SearchSkeleton query={loadingQuery}>{resultsSkeleton}</SearchSkeleton>
      </div>
    ) : isSlow && target ? (
      skeletons[target]
    ) : null;
  return (
    <SearchContext value={search}>
      {children}
      <main id="content">
        <Covered cover={cover}>{page}</Covered>
      </main>
    </SearchContext>
  );
}
