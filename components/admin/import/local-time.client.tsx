"use client";

import { useSyncExternalStore } from "react";

// Hours from 0 to 23, because servers and browsers do not agree on how AM and PM are written.
const timeFormat = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" } as const;
const utcFormat = new Intl.DateTimeFormat("en-US", { ...timeFormat, timeZone: "UTC" });
const neverChanges = () => () => {};

/** A time in the browser's time zone, and in UTC until hydration. `time` is in milliseconds since 1970. */
export function LocalTime({ time }: { time: number }) {
  const text = useSyncExternalStore(
    neverChanges,
    () => new Intl.DateTimeFormat("en-US", timeFormat).format(time),
    () => `${utcFormat.format(time)} UTC`,
  );
  return <time dateTime={new Date(time).toISOString()}>{text}</time>;
}
