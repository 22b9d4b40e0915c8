"use client";

import { useEffect, useEffectEvent } from "react";

/** Calls `toggle` on Ctrl+B or Cmd+B, while typing too: in a plain field these keys do nothing of their own. */
export function useMenuShortcut(toggle: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented, target } = event;
    if (key.toLowerCase() !== "b" || ctrlKey === metaKey || altKey || shiftKey || defaultPrevented) return;
    // There it makes text bold.
    if (target instanceof HTMLElement && target.isContentEditable) return;
    // Browsers open their bookmarks.
    event.preventDefault();
    if (!repeat) toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
