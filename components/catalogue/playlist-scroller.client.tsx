"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** The scrolling part of a playlist; brings the current lecture into view within itself. */
export function PlaylistScroller({ current, children }: { current: string; children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another lecture plays
  useEffect(() => {
    const box = scroller.current;
    const entry = box?.querySelector<HTMLElement>("[aria-current]");
    // Not scrollIntoView: that would move the page as well.
    if (box && entry) {
      box.scrollTop +=
        entry.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
    }
  }, [current]);
  return (
    <div ref={scroller} className="max-h-[600px] overflow-y-auto overscroll-contain">
      {children}
    </div>
  );
}
