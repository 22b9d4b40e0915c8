"use client";

import { useEffect } from "react";
import { useSignedIn } from "@/components/api/session.client";
import { useProgress } from "@/components/progress/completed-lectures.client";
import { shareSeen } from "@/lib/watching/continue";
import { devicePlaces } from "./device-places.client";

/**
 * Shows on the thumbnails of a course's playlist how far each lecture was seen; what is completed is full. One style
 * sheet does it for all of them, so that none needs a script of its own.
 */
export function useSeenBars(course: string): void {
  const isSignedIn = useSignedIn();
  const { completed, watching = [] } = useProgress(course);
  const places = isSignedIn
    ? watching.map((place) => [place.recordId, place] as const)
    : Object.entries(devicePlaces.read());
  const shares = [
    ...places.map(([id, place]) => [id, shareSeen(place)] as const),
    ...[...(completed ?? [])].map((id) => [id, 1] as const),
  ];
  const rules = shares
    .filter(([, share]) => share > 0)
    .map(([id, share]) => `[data-lecture="${Number(id)}"]{--seen:${Number(share.toFixed(3))}}`)
    .join("");
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [rules]);
}
