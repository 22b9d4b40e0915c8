"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { useSignedIn } from "@/components/api/session.client";
import { UserMenuPlace } from "./user-menu-place";

// Not loaded for visitors.
const UserMenu = lazy(() =>
  loadWithRetry(() => import("./user-menu.client").then(({ UserMenu }) => ({ default: UserMenu }))),
);

/** The account menu; for visitors `children`. */
export function Account({ children }: { children?: ReactNode }) {
  const isSignedIn = useSignedIn();
  const place = useRef<HTMLDivElement>(null);
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    // The button that had the focus is gone.
    const hasLostFocus = wasSignedIn.current && !isSignedIn && document.activeElement === document.body;
    if (hasLostFocus) place.current?.querySelector("a")?.focus();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn]);
  if (!isSignedIn) {
    return (
      <div ref={place} className="contents">
        {children}
      </div>
    );
  }
  return (
    <Suspense fallback={<UserMenuPlace />}>
      <UserMenu />
    </Suspense>
  );
}
