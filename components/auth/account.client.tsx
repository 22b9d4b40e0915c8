"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { useSignedIn } from "./session.client";

// A visitor's page loads nothing of it.
const UserMenu = lazy(() => import("./user-menu.client").then(({ UserMenu }) => ({ default: UserMenu })));

/** The corner of the header that is somebody's: her menu, or for visitors `children`. */
export function Account({ children }: { children?: ReactNode }) {
  if (!useSignedIn()) return children;
  return (
    <Suspense fallback={<span className="block size-11 rounded-full bg-well" />}>
      <UserMenu />
    </Suspense>
  );
}
