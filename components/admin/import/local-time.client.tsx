"use client";

import { useSyncExternalStore } from "react";

const timeFormat = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  // Servers and browsers do not agree on how AM and PM are written.
  hourCycle: "h23",
  timeZoneName: "short",
} as const;
const utcFormat = new Intl.DateTimeFormat("en-US", { ...timeFormat, timeZone: "UTC" });
const neverChanges = () => () => {};

/** A time with its zone: the browser's, and UTC until hydration. `time` is in milliseconds since 1970. */
export function LocalTime({ time }: { time: number }) {
  const text = useSyncExternalStore(
    neverChanges,
    () => new Intl.DateTimeFormat("en-US", timeFormat).format(time),
    () => utcFormat.format(time),
  );
  return <time dateTime={new Date(time).toISOString()}>{text}</time>;
}
