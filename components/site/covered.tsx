// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import type { ReactNode } from "react";

/**
 * Shows `cover`, if there is one, in place of `children`, from beneath the site's header down, wherever the page is scrolled.
 * The page keeps its height: a browser clamps the scroll position to a shorter page, and comes back to that one.
 */
export function Covered({ cover, children }: { cover: ReactNode; children: ReactNode }) {
  const isCovered = cover !== null;
  return (
    <>
      {isCovered ? (
        <div className="sticky top-[calc(4rem+1px)] short:top-0 z-10 h-0">
          <div className="h-dvh overflow-hidden bg-paper">{cover}</div>
        </div>
      ) : null}
      <div className={isCovered ? "invisible" : undefined}>{children}</div>
    </>
  );
}
