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
 * The row of lectures to go on with, loaded for learners and where the device has places. A learner's is loaded even
 * where no room is kept for it: what it finds shows on the next home page, without a shift of this one.
 */
export function Continue() {
  const isSignedIn = useSignedIn();
  const [isWanted, setIsWanted] = useState(false);
  // Not by `isSignedIn`, which is false until the page is hydrated: room would be taken away and given back.
  useLayoutEffect(() => setIsWanted(keepRoom() || isSignedIn), [isSignedIn]);
  return isWanted ? (
    <Suspense>
      <Row />
    </Suspense>
  ) : null;
}
