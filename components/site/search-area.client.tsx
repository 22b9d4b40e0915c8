"use client";

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { SearchSkeleton } from "@/components/site/search-skeleton";
import { useNavigation } from "./navigation.client";

type SearchAreaProps = {
  query: string;
  /** What was found, in words. */
  summary: string;
  /** What stands here while the typed text is too short. */
  start: ReactNode;
  /** What the results look like until they are there. */
  skeleton: ReactNode;
  children: ReactNode;
};

/** The part of the search page that changes with the search. Results stay until the next ones are there. */
export function SearchArea({ query, summary, start, skeleton, children }: SearchAreaProps) {
  const { show, sentQuery, isPending, isTyped, isTooShort } = useNavigation();
  const showQuery = useEffectEvent(show);
  useEffect(() => {
    showQuery(query);
    return () => showQuery(null);
  }, [query]);
  const spoken = useAfterSilence(isTyped && !isPending && !isTooShort ? summary : "");
  const isReplaced = isTooShort || sentQuery !== null;
  return (
    <>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      {isTooShort ? (
        start
      ) : sentQuery === null ? null : (
        <SearchSkeleton query={sentQuery}>{skeleton}</SearchSkeleton>
      )}
      <div hidden={isReplaced} aria-busy={isPending} className="aria-busy:opacity-60">
        {children}
      </div>
    </>
  );
}

/** Somebody who hears the page is told what was found when she has stopped typing. */
const SILENCE_MS = 1000;

function useAfterSilence(text: string): string {
  const [spoken, setSpoken] = useState("");
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => setSpoken(text), SILENCE_MS);
    return () => {
      clearTimeout(timer);
      setSpoken("");
    };
  }, [text]);
  return spoken;
}
