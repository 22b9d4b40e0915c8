"use client";

import { useSignedIn } from "@/components/api/session.client";
import { useProgress } from "@/components/progress/completed-lectures.client";
import { shareSeen } from "@/lib/watching/continue";
import { devicePlaces } from "./device-places.client";
import { isKeptOnDevice } from "./settings.client";
import { useSeenRules } from "./use-seen-rules.client";

/** Shows on the thumbnails of a playlist how far each lecture was watched; a completed lecture has a full bar. */
export function useSeenBars(course: string): void {
  const isSignedIn = useSignedIn();
  const { completed, watching = [] } = useProgress(course);
  const places = isKeptOnDevice(isSignedIn)
    ? Object.entries(devicePlaces.read())
    : watching.map((place) => [place.recordId, place] as const);
  const shares = [
    ...places.map(([id, place]) => [id, shareSeen(place)] as const),
    ...[...(completed ?? [])].map((id) => [id, 1] as const),
  ];
  useSeenRules(
    shares.map(([id, share]) => ({
      selector: `[data-lecture="${Number(id)}"]`,
      share,
      text: share === 1 ? "Watched" : `${Math.round(100 * share)}% watched`,
    })),
  );
}
