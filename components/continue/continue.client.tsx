"use client";
// On the home page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { lazy, Suspense, useLayoutEffect, useState } from "react";
import { loadUntilItComes } from "@/components/api/load-part.client";
import { useSignedIn } from "@/components/api/session.client";
import { keepRoom } from "@/lib/watching/room";

const Row = lazy(() =>
  loadUntilItComes(() =>
    import("./continue-row.client").then(({ ContinueRow }) => ({ default: ContinueRow })),
  ),
);

/**
 * The row of lectures to continue, loaded for signed-in learners and if the device has places. A learner's row is
 * loaded even if no room is reserved: its result shows on the next home page, so that this one does not shift.
 */
export function Continue() {
  const isSignedIn = useSignedIn();
  const [isWanted, setIsWanted] = useState(false);
  // `keepRoom` reads the cookie: with `isSignedIn`, which is false before hydration, the room would close and reopen.
  useLayoutEffect(() => setIsWanted(keepRoom() || isSignedIn), [isSignedIn]);
  return isWanted ? (
    <Suspense>
      <Row />
    </Suspense>
  ) : null;
}
