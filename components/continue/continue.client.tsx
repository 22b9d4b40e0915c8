"use client";
// On the home page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { lazy, Suspense, useLayoutEffect, useState } from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { useSignedIn } from "@/components/api/session.client";
import { reserveSpace } from "@/lib/watching/reserved-space";

const Row = lazy(() =>
  loadWithRetry(() => import("./continue-row.client").then(({ ContinueRow }) => ({ default: ContinueRow }))),
);

/**
 * The row of lectures to continue, loaded for signed-in learners and if the device has places. A learner's row is
 * loaded even if no room is reserved: its result shows on the next home page, so that this one does not shift.
 */
export function Continue() {
  const isSignedIn = useSignedIn();
  const [isWanted, setIsWanted] = useState(false);
  // `reserveSpace` reads the cookie: with `isSignedIn`, which is false before hydration, the room would close and reopen.
  useLayoutEffect(() => setIsWanted(reserveSpace() || isSignedIn), [isSignedIn]);
  return isWanted ? (
    <Suspense>
      <Row />
    </Suspense>
  ) : null;
}
