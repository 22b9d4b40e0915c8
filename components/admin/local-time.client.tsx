"use client";

import { useSyncExternalStore } from "react";
import { formatMoment, MOMENT_FORMAT } from "@/lib/admin/display";

const neverChanges = () => () => {};

/** A time with its zone: the browser's, and UTC until hydration. `time` is in milliseconds since 1970. */
export function LocalTime({ time }: { time: number }) {
  const text = useSyncExternalStore(
    neverChanges,
    () => new Intl.DateTimeFormat("en-US", MOMENT_FORMAT).format(time),
    () => formatMoment(time),
  );
  return <time dateTime={new Date(time).toISOString()}>{text}</time>;
}
