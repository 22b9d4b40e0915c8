"use client";
// It renders rarely and is part of every page: what the compiler adds would be a third of it.
"use no memo";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { isSearchable } from "@/lib/catalogue/search";
import { routes } from "@/lib/routes";

/** A text is searched for when its typing has paused for this long. */
const PAUSE_MS = 150;

/** While somebody types in a field: whether what the page shows came of it. */
type Typing = { field: HTMLInputElement; hasEntry: boolean };

/**
 * Searching: by Enter at once and from any page, and on the search page also by typing. What is typed
 * waits until its typing pauses and until the search before it has its answer, so one is under way at
 * most and the newest text has the last word. Typing makes one entry in the history, Enter ends it.
 */
export function useSearch() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shownQuery, setShownQuery] = useState<string | null>(null);
  const [asked, setAsked] = useState({ query: "", isTyped: false });
  const [waiting, setWaiting] = useState<string | null>(null);
  const [isTooShort, setIsTooShort] = useState(false);
  /** What is on the page or on its way there. */
  const coming = useRef<string | null>(null);
  const typing = useRef<Typing | null>(null);
  const pause = useRef<number>(undefined);

  function ask(query: string, isTyped: boolean) {
    if (query === coming.current) return;
    const go = typing.current?.hasEntry ? router.replace : router.push;
    coming.current = query;
    setAsked({ query, isTyped });
    startTransition(() => go(routes.search(query)));
  }

  const askWaiting = useEffectEvent((query: string) => {
    setWaiting(null);
    ask(query, true);
  });
  useEffect(() => {
    if (waiting !== null && !isPending) askWaiting(waiting);
  }, [waiting, isPending]);

  function drop() {
    clearTimeout(pause.current);
    setWaiting(null);
    setIsTooShort(false);
  }

  function wait(field: HTMLInputElement) {
    const query = field.value.trim();
    if (isSearchable(query)) pause.current = window.setTimeout(() => setWaiting(query), PAUSE_MS);
    else setIsTooShort(true);
  }

  function endTyping() {
    drop();
    typing.current = null;
    coming.current = shownQuery;
  }
  const onPopState = useEffectEvent(endTyping);
  useEffect(() => {
    const end = () => onPopState();
    window.addEventListener("popstate", end);
    return () => window.removeEventListener("popstate", end);
  }, []);

  return {
    /** The text whose results are on the page; null on all other pages. */
    shownQuery,
    /** The text that was sent by hand and has no answer yet; null if there is none. */
    sentQuery: isPending && !asked.isTyped ? asked.query : null,
    /** Whether what is on the page, or is coming, was searched for by typing. */
    isTyped: asked.isTyped,
    isPending,
    /** Whether the typed text is too short to be searched for. */
    isTooShort,
    isTypingIn: (field: HTMLInputElement) => typing.current?.field === field,

    /** Goes to the results of a non-empty text; an empty one is ignored. */
    search(text: string) {
      const query = text.trim();
      if (!query) return;
      drop();
      ask(query, false);
      typing.current = null;
    },

    /** Told whenever a field's text changes; `isComposing` while an input method is not done with it. */
    type(field: HTMLInputElement, isComposing: boolean) {
      drop();
      if (typing.current?.field !== field) typing.current = { field, hasEntry: false };
      if (shownQuery !== null && !isComposing) wait(field);
    },

    /** Told when the visitor goes elsewhere: nothing that was typed is searched for any more. */
    endTyping,

    /** Told by the search page what it shows, and with null when it goes. */
    show(query: string | null) {
      coming.current = query;
      setShownQuery(query);
      if (query === null || !typing.current) return;
      typing.current.hasEntry = true;
      // Typed before this page was there to search.
      if (shownQuery === null) wait(typing.current.field);
    },
  };
}
