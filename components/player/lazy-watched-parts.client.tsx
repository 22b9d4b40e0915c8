"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { useSignedIn } from "@/components/api/session.client";
import { hasDevicePlaces } from "@/lib/watching/storage";

const WatchedParts = lazy(() =>
  loadWithRetry(() =>
    import("./watched-parts.client").then(({ WatchedParts }) => ({ default: WatchedParts })),
  ),
);

const never = () => () => {};

/** Loads `WatchedParts` on any page, except for visitors whose device has no places. */
export function LazyWatchedParts() {
  const isSignedIn = useSignedIn();
  const hasPlaces = useSyncExternalStore(never, hasDevicePlaces, () => false);
  return isSignedIn || hasPlaces ? (
    <Suspense>
      <WatchedParts />
    </Suspense>
  ) : null;
}
