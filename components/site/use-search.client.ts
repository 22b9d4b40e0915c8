"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { keep } from "@/components/api/kept.client";
import { isSearchable } from "@/lib/catalogue/search";
import { routes } from "@/lib/routes";

/** The search for typed text starts after a pause of this length. */
const DEBOUNCE_MS = 150;

/** A field that is being typed in, and whether its text has an entry in the history already. */
type Typing = { field: HTMLInputElement; hasEntry: boolean };

/**
 * The site's search: on Enter at once, on the search page also while typing. Typed text waits for a pause and for the
 * running search to end, so that one search runs at a time and the newest text comes last. All text typed in a row
 * makes one entry in the browser's history.
 */
export function useSearch() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shownQuery, setShownQuery] = useState<string | null>(null);
  const [latest, setLatest] = useState({ query: "", isTyped: false });
  const [queuedQuery, setQueuedQuery] = useState<string | null>(null);
  const [isTooShort, setIsTooShort] = useState(false);
  /** The query that is on the page or being loaded. */
  const currentQuery = useRef<string | null>(null);
  const typing = useRef<Typing | null>(null);
  /** The field that was typed in since the shown page was loaded. */
  const lastField = useRef<HTMLInputElement>(null);
  const debounce = useRef<number>(undefined);

  function navigate(query: string, isTyped: boolean) {
    if (query === currentQuery.current) return;
    const go = typing.current?.hasEntry ? router.replace : router.push;
    currentQuery.current = query;
    setLatest({ query, isTyped });
    startTransition(() => go(routes.search(query)));
  }

  const navigateToQueued = useEffectEvent((query: string) => {
    setQueuedQuery(null);
    navigate(query, true);
  });
  useEffect(() => {
    if (queuedQuery !== null && !isPending) navigateToQueued(queuedQuery);
  }, [queuedQuery, isPending]);

  function cancelQueued() {
    clearTimeout(debounce.current);
    setQueuedQuery(null);
    setIsTooShort(false);
  }

  function queue(field: HTMLInputElement) {
    const query = field.value.trim();
    if (isSearchable(query)) debounce.current = window.setTimeout(() => setQueuedQuery(query), DEBOUNCE_MS);
    else setIsTooShort(true);
  }

  function endTyping() {
    cancelQueued();
    typing.current = null;
    currentQuery.current = shownQuery;
  }
  const onPopState = useEffectEvent(endTyping);
  /** A search for typed text that failed without a network is made once there is one. */
  const onOnline = useEffectEvent(() => {
    const field = lastField.current;
    const query = field?.value.trim() ?? "";
    if (!field || shownQuery === null || query === shownQuery || !isSearchable(query)) return;
    typing.current = { field, hasEntry: false };
    currentQuery.current = shownQuery;
    setQueuedQuery(query);
  });
  // After a deployment the browser loads the next page in full, so that the typed text must be kept.
  const onPageHide = useEffectEvent(() => {
    if (!isPending || !typing.current) return;
    const { ariaLabel, value } = typing.current.field;
    keep("typing", { ariaLabel, value });
  });
  useEffect(() => {
    const end = () => onPopState();
    const hide = () => onPageHide();
    const retry = () => onOnline();
    window.addEventListener("popstate", end);
    window.addEventListener("pagehide", hide);
    window.addEventListener("online", retry);
    return () => {
      window.removeEventListener("popstate", end);
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("online", retry);
    };
  }, []);

  return {
    /** The query whose results are on the page; null on other pages. */
    shownQuery,
    /** The submitted query whose results are being loaded; null if there is none. */
    submittedQuery: isPending && !latest.isTyped ? latest.query : null,
    /** Whether the latest query was typed rather than submitted. */
    isTyped: latest.isTyped,
    isPending,
    isTooShort,
    isTypingIn: (field: HTMLInputElement) => typing.current?.field === field,

    /** Goes to the results of a text; nothing happens for an empty one. */
    submit(text: string) {
      const query = text.trim();
      if (!query) return;
      cancelQueued();
      navigate(query, false);
      typing.current = null;
    },

    /** Called on every change of a field's text; `isComposing` is true while an input method composes it. */
    type(field: HTMLInputElement, isComposing: boolean) {
      cancelQueued();
      lastField.current = field;
      if (typing.current?.field !== field) typing.current = { field, hasEntry: false };
      if (shownQuery !== null && !isComposing) queue(field);
    },

    /** Called on other navigation: cancels the search for typed text. */
    endTyping,

    /** Called by the search page with the query that it shows, and with null when it is left. */
    setShown(query: string | null) {
      currentQuery.current = query;
      if (lastField.current?.value.trim() === query) lastField.current = null;
      setShownQuery(query);
      if (query === null || !typing.current) return;
      typing.current.hasEntry = true;
      // The text was typed before the search page was rendered, so that no search was queued for it.
      if (shownQuery === null) queue(typing.current.field);
    },
  };
}
