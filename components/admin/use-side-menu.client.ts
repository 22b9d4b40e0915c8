"use client";

import { useSyncExternalStore } from "react";
import { type MenuState, menuCookie, readMenuState } from "@/lib/admin/menu-state";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(state: MenuState): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page
  document.cookie = menuCookie(state, location.protocol);
  for (const listener of listeners) listener();
}

/**
 * Whether the side menu is collapsed, and a function that toggles it. The cookie holds the state, because a page
 * from the router's cache may have been rendered with an older one.
 * @param initial what the server read from the cookie, so that the first paint is right
 */
export function useSideMenu(initial: MenuState): { isCollapsed: boolean; toggle: () => void } {
  const state = useSyncExternalStore(
    subscribe,
    () => readMenuState(document.cookie),
    () => initial,
  );
  return {
    isCollapsed: state === "collapsed",
    toggle: () => choose(state === "collapsed" ? "expanded" : "collapsed"),
  };
}
