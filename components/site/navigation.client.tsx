"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useEffect, useState, useTransition } from "react";
import { SearchSkeleton } from "@/components/catalogue/search-skeleton";
import { HomeSkeleton } from "@/components/catalogue/skeletons";
import { routes } from "@/lib/routes";

type Navigation = {
  /** Goes to the results of a non-empty text; an empty one is ignored. */
  search: (text: string) => void;
  goHome: () => void;
  /** The text whose results are on the page; empty elsewhere. */
  shownQuery: string;
  setShownQuery: (query: string) => void;
};

const NavigationContext = createContext<Navigation>({
  search: () => {},
  goHome: () => {},
  shownQuery: "",
  setShownQuery: () => {},
});

export const useNavigation = () => use(NavigationContext);

/**
 * Shows what is to come from the moment it is asked for: the search at once, the home page if it
 * takes a moment. A Suspense boundary would do this too, but its content is invisible without
 * JavaScript.
 */
export function NavigationProvider({ children, page }: { children: ReactNode; page: ReactNode }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  /** The text that is searched for; null on the way home. */
  const [pendingQuery, setPendingQuery] = useState<string | null>(null);
  const [shownQuery, setShownQuery] = useState("");

  function search(text: string) {
    const query = text.trim();
    if (!query) return;
    setPendingQuery(query);
    startTransition(() => router.push(routes.search(query)));
  }

  function goHome() {
    setPendingQuery(null);
    startTransition(() => router.push(routes.home()));
  }

  const isSearching = isPending && pendingQuery !== null;
  const isComingHome = useAfterAMoment(isPending && pendingQuery === null);
  return (
    <NavigationContext value={{ search, goHome, shownQuery, setShownQuery }}>
      {children}
      <main id="content">
        {isSearching ? <SearchSkeleton query={pendingQuery} /> : null}
        {isComingHome ? <HomeSkeleton /> : null}
        <div hidden={isSearching || isComingHome}>{page}</div>
      </main>
    </NavigationContext>
  );
}

/** Below this nobody notices a wait; a skeleton would only flicker. */
const MOMENT_MS = 150;

/** True once `condition` has been for a moment. */
function useAfterAMoment(condition: boolean): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setIsLater(true), MOMENT_MS);
    return () => {
      clearTimeout(timer);
      setIsLater(false);
    };
  }, [condition]);
  return condition && isLater;
}

/** Stands on the search page: tells the header's field what was searched for. */
export function ShownQuery({ query }: { query: string }) {
  const { setShownQuery } = useNavigation();
  useEffect(() => {
    setShownQuery(query);
    return () => setShownQuery("");
  }, [query, setShownQuery]);
  return null;
}
