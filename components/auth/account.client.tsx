"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { useSignedIn } from "@/components/api/session.client";
import { UserMenuPlaceholder } from "./user-menu-placeholder";

// Not loaded for visitors.
const UserMenu = lazy(() =>
  loadWithRetry(() => import("./user-menu.client").then(({ UserMenu }) => ({ default: UserMenu }))),
);

/** The account menu; for visitors `children`. */
export function Account({ children }: { children?: ReactNode }) {
  const isSignedIn = useSignedIn();
  const place = useRef<HTMLDivElement>(null);
  /** Whether the focus is in the menu, or was when the menu went. */
  const hadFocus = useRef(false);
  useEffect(() => {
    if (isSignedIn) return;
    if (hadFocus.current && document.activeElement === document.body)
      place.current?.querySelector("a")?.focus();
    hadFocus.current = false;
  }, [isSignedIn]);
  if (!isSignedIn) {
    return (
      <div ref={place} className="contents">
        {children}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only records where the focus is
    <div
      className="contents"
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        // Without another element the focus may be lost because the menu goes.
        if (relatedTarget) hadFocus.current = false;
      }}
    >
      <Suspense fallback={<UserMenuPlaceholder />}>
        <UserMenu />
      </Suspense>
    </div>
  );
}
