"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { onFirstToast, toasterIsMounted } from "./toast";

// The toast library is fetched when there is a first toast to show, not with every page.
const Toaster = lazy(() => import("sonner").then(({ Toaster }) => ({ default: Toaster })));

/** Where toasts appear. Stands once, in the root layout. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      {/* Above the tab bar of small screens. */}
      <Toaster theme="system" mobileOffset={{ bottom: "5.5rem" }} />
      <Mounted />
    </Suspense>
  );
}

/** Stands behind the toaster: its effect runs after the toaster's own. */
function Mounted() {
  useEffect(toasterIsMounted, []);
  return null;
}
