"use client";

import { useEffect, useEffectEvent } from "react";

/** Calls `toggle` on Ctrl+B or Cmd+B, also while typing: in a plain field the shortcut has no other function. */
export function useMenuShortcut(toggle: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented, target } = event;
    if (key.toLowerCase() !== "b" || ctrlKey === metaKey || altKey || shiftKey || defaultPrevented) return;
    // In a rich-text field the shortcut makes text bold.
    if (target instanceof HTMLElement && target.isContentEditable) return;
    // Prevents the browser from opening its bookmarks.
    event.preventDefault();
    if (!repeat) toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
