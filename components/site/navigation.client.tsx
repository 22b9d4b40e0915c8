"use client";
// It renders rarely and is part of every page: what the compiler adds would be a third of it.
"use no memo";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useTransition } from "react";
import { SearchSkeleton } from "@/components/site/search-skeleton";
import { useAfterAMoment } from "@/components/ui/use-after-a-moment.client";
import { routes } from "@/lib/routes";
import { usePlainLinks } from "./use-plain-links.client";
import { useSearch } from "./use-search.client";

const NavigationContext = createContext<ReturnType<typeof useSearch> | null>(null);

/** The search of the page around. */
export function useNavigation() {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error("There is no NavigationProvider around this component");
  return navigation;
}

/** What the router can do; the types of typed routes leave out how much to fetch. */
type Prefetch = (href: string, options: { kind: "full" }) => void;

type NavigationProps = {
  children: ReactNode;
  page: ReactNode;
  // Markup alone, which no browser has to make itself.
  homeSkeleton: ReactNode;
  resultsSkeleton: ReactNode;
};

/**
 * Follows links and searches without page loads, and shows what is to come from the moment it is
 * asked for: the search at once, the home page if it takes a moment. A Suspense boundary would do
 * this too, but its content is invisible without JavaScript.
 */
export function NavigationProvider({ children, page, homeSkeleton, resultsSkeleton }: NavigationProps) {
  const router = useRouter();
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

  // On the search page `SearchArea` shows it, beneath the page's own form.
  const comingQuery = search.shownQuery === null ? search.sentQuery : null;
  const isComingHome = useAfterAMoment(isGoingHome);
  return (
    <NavigationContext value={search}>
      {children}
      <main id="content">
        {comingQuery === null ? null : (
          <div className="shell py-8">
            <SearchSkeleton query={comingQuery}>{resultsSkeleton}</SearchSkeleton>
          </div>
        )}
        {isComingHome ? homeSkeleton : null}
        <div hidden={comingQuery !== null || isComingHome}>{page}</div>
      </main>
    </NavigationContext>
  );
}
