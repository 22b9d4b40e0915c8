"use client";

import { useSyncExternalStore } from "react";
import { calendarDateOf } from "@/lib/planner/calendar-date";

const never = () => () => {};

/**
 * The date on the learner's own calendar; null on the server and until the page is hydrated, because
 * a shared page cannot know it.
 */
export function useToday(): string | null {
  return useSyncExternalStore(
    never,
    () => calendarDateOf(new Date()),
    () => null,
  );
}
