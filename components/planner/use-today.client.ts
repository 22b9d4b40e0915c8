"use client";

import { useSyncExternalStore } from "react";
import { calendarDateOf } from "@/lib/planner/calendar-date";

const neverChanges = () => () => {};

/** The date on the learner's own calendar; null on the server and until the page is hydrated. */
export function useToday(): string | null {
  return useSyncExternalStore(
    neverChanges,
    () => calendarDateOf(new Date()),
    () => null,
  );
}
