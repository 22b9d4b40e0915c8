"use client";

import { useSyncExternalStore } from "react";

// In the 24 hours' way, as servers and browsers do not agree on how AM and PM are written.
const shape = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" } as const;
const ofUtc = new Intl.DateTimeFormat("en-US", { ...shape, timeZone: "UTC" });
const neverChanges = () => () => {};

/** A moment by the clock of who reads it; until that is known, by UTC. `time` is milliseconds since 1970. */
export function Moment({ time }: { time: number }) {
  const text = useSyncExternalStore(
    neverChanges,
    () => new Intl.DateTimeFormat("en-US", shape).format(time),
    () => `${ofUtc.format(time)} UTC`,
  );
  return <time dateTime={new Date(time).toISOString()}>{text}</time>;
}
