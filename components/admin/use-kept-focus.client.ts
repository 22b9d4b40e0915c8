"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * A ref for a box whose contents change: when the focused element is removed, the box receives the focus.
 */
export function useKeptFocus<Box extends HTMLElement = HTMLDivElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof Node && Boolean(box.current?.contains(target));
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  // After every render, because any of them may have changed the contents.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) box.current?.focus();
  });
  return box;
}
