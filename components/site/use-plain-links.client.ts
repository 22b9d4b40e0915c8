"use client";
// It renders rarely and is part of every page: what the compiler adds would be a third of it.
"use no memo";

import type { Route } from "next";
import { useEffect, useEffectEvent } from "react";

type Handlers = {
  /** Somebody is about to follow a link: pointer, finger or focus are on it. */
  onIntent: (href: Route) => void;
  /** Somebody follows a link; the browser no longer does. */
  onFollow: (href: Route) => void;
};

/**
 * Makes the page's own `<a>` elements navigate without a page load: one listener for all of them, so
 * that a card costs no script. What a link component has handled, and what belongs to the browser (new
 * tabs, downloads, other sites, places on this page), is left alone.
 */
export function usePlainLinks(handlers: Handlers): void {
  const intend = useEffectEvent(handlers.onIntent);
  const follow = useEffectEvent(handlers.onFollow);
  useEffect(() => {
    let intended: Route | undefined;
    const onIntent = (event: Event) => {
      const href = hrefOf(event.target);
      // The pointer comes over every part of a link, once each.
      if (href && href !== intended) intend(href);
      intended = href;
    };
    const onClick = (event: MouseEvent) => {
      const href = hrefOf(event.target);
      if (!href || event.defaultPrevented || event.button !== 0 || hasModifier(event)) return;
      event.preventDefault();
      follow(href);
    };
    window.addEventListener("pointerover", onIntent);
    window.addEventListener("focusin", onIntent);
    window.addEventListener("click", onClick);
    return () => {
      window.removeEventListener("pointerover", onIntent);
      window.removeEventListener("focusin", onIntent);
      window.removeEventListener("click", onClick);
    };
  }, []);
}

const hasModifier = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Links that open another window, a file or another document. */
const BROWSERS_OWN = "[target], [download], [rel=external]";

/** The address within this site that a link around `target` leads to, if the app is to go there itself. */
function hrefOf(target: EventTarget | null): Route | undefined {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.matches(BROWSERS_OWN) || link.origin !== location.origin) return;
  if (link.hash && link.pathname + link.search === location.pathname + location.search) return;
  return (link.pathname + link.search + link.hash) as Route;
}
