"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { lazy, Suspense } from "react";
import { loadUntilItComes } from "@/components/api/load-part.client";
import { useSignedIn } from "@/components/api/session.client";
import { hasDevicePlaces } from "@/lib/watching/storage";

const DeviceQuestion = lazy(() =>
  loadUntilItComes(() =>
    import("./device-question.client").then(({ DeviceQuestion }) => ({ default: DeviceQuestion })),
  ),
);

/** Where a learner is asked about what this device remembers; nothing is loaded where there is nothing to ask. */
export function DeviceQuestionPlace() {
  if (!useSignedIn() || !hasDevicePlaces()) return null;
  return (
    <Suspense>
      <DeviceQuestion />
    </Suspense>
  );
}
