"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import type { Route } from "next";
import { useEffect, useEffectEvent } from "react";

type Handlers = {
  /** A link is about to be followed: it has the pointer or the focus. */
  onIntent: (href: Route) => unknown;
  /** A link was followed, and the browser's own navigation was prevented. */
  onFollow: (href: Route) => void;
};

/**
 * Makes `<a>` elements navigate without a page load. One set of listeners for the page, so that links need no
 * component of their own. The browser still handles new tabs, downloads, other sites and fragments of this page.
 */
export function usePlainLinks(handlers: Handlers): void {
  const intend = useEffectEvent(handlers.onIntent);
  const follow = useEffectEvent(handlers.onFollow);
  useEffect(() => {
    let intended: Route | undefined;
    const onIntent = (event: Event) => {
      const href = hrefOf(event.target);
      // `pointerover` fires for every element inside a link.
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

const LEFT_TO_BROWSER = "[target], [download], [rel=external]";

/** The address of the link around `target`, if the app navigates there. */
function hrefOf(target: EventTarget | null): Route | undefined {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || link.matches(LEFT_TO_BROWSER) || link.origin !== location.origin) return;
  if (link.hash && link.pathname + link.search === location.pathname + location.search) return;
  return (link.pathname + link.search + link.hash) as Route;
}
