"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { onFirstToast, toasterIsMounted } from "./toast";

// Loaded with the first toast, not with every page.
const Toaster = lazy(() => import("sonner").then(({ Toaster }) => ({ default: Toaster })));

export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      {/* Above the tab bar. */}
      <Toaster theme="system" mobileOffset={{ bottom: "5.5rem" }} />
      <Mounted />
    </Suspense>
  );
}

/** Rendered after the toaster, so that its effect runs after the toaster's own. */
function Mounted() {
  useEffect(toasterIsMounted, []);
  return null;
}
