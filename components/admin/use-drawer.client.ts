"use client";

import { useEffect, useState } from "react";

/** From here on the menu stands beside the page (Tailwind's `md`). */
const WIDE = "(min-width: 768px)";

export const isWide = () => window.matchMedia(WIDE).matches;

/** The menu of small screens: closed until asked for, and when the screen turns out to be wide. */
export function useDrawer() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const wide = window.matchMedia(WIDE);
    const close = () => setIsOpen(false);
    wide.addEventListener("change", close);
    // Going back is leaving, too.
    window.addEventListener("popstate", close);
    return () => {
      wide.removeEventListener("change", close);
      window.removeEventListener("popstate", close);
    };
  }, [isOpen]);
  return { isOpen, setIsOpen };
}
