"use client";

import { useEffect, useState } from "react";

/** From this width on, the menu is beside the page (Tailwind's `md`). */
const WIDE = "(min-width: 768px)";

export const isWide = () => window.matchMedia(WIDE).matches;

/** The state of the menu on small screens: closed at first, and closed again when the screen becomes wide. */
export function useDrawer() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const wide = window.matchMedia(WIDE);
    const close = () => setIsOpen(false);
    wide.addEventListener("change", close);
    // Going back in the history leaves the page as well.
    window.addEventListener("popstate", close);
    return () => {
      wide.removeEventListener("change", close);
      window.removeEventListener("popstate", close);
    };
  }, [isOpen]);
  return { isOpen, setIsOpen };
}
