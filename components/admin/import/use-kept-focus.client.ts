"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * A box whose contents come and go: when what had the focus is gone, the box has it, instead of nothing.
 */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof Node && Boolean(box.current?.contains(target));
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  // After every change of what is inside.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) box.current?.focus();
  });
  return box;
}
