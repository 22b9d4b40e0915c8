"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { loadUntilItComes } from "@/components/api/load-part.client";
import { useSignedIn } from "@/components/api/session.client";

// Not loaded for visitors.
const UserMenu = lazy(() =>
  loadUntilItComes(() => import("./user-menu.client").then(({ UserMenu }) => ({ default: UserMenu }))),
);

/** The account menu; for visitors `children`. */
export function Account({ children }: { children?: ReactNode }) {
  if (!useSignedIn()) return children;
  return (
    <Suspense fallback={<span className="block size-11 rounded-full bg-well" />}>
      <UserMenu />
    </Suspense>
  );
}
