"use client";
// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Covered } from "./covered";
import { useSiteSearch } from "./navigation.client";
import { SearchSkeleton } from "./search-heading";

type SearchAreaProps = {
  query: string;
  /** The number of results in words, for screen readers. */
  summary: string;
  /** Shown while the typed text is too short. */
  start: ReactNode;
  skeleton: ReactNode;
  children: ReactNode;
};

/** The results of the search page. They stay until the next ones have been loaded. */
export function SearchArea({ query, summary, start, skeleton, children }: SearchAreaProps) {
  const { setShown, submittedQuery, isPending, isTyped, isTooShort } = useSiteSearch();
  const showQuery = useEffectEvent(setShown);
  useEffect(() => {
    showQuery(query);
    return () => showQuery(null);
  }, [query]);
  const announcement = useAfterSilence(isTyped && !isPending && !isTooShort ? summary : "");
  const cover =
    isTooShort || submittedQuery === null ? null : (
      <SearchSkeleton query={submittedQuery}>{skeleton}</SearchSkeleton>
    );
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isTooShort ? start : null}
      <Covered cover={cover}>
        <div hidden={isTooShort} aria-busy={isPending} className="aria-busy:opacity-60">
          {children}
        </div>
      </Covered>
    </>
  );
}

/** Screen readers announce the results once typing has stopped, not at every letter. */
const SILENCE_MS = 1000;

function useAfterSilence(text: string): string {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => setSettled(text), SILENCE_MS);
    return () => {
      clearTimeout(timer);
      setSettled("");
    };
  }, [text]);
  return settled;
}
