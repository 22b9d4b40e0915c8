"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { parseTimeHash, resumeAt } from "@/lib/watching/times";
import type { Place } from "@/lib/watching/types";
import type { Bridge, PlayerState } from "./bridge.client";
import { playRequest } from "./play-request.client";
import { setPosterStart, startFromPoster } from "./poster.client";
import type { WatchedLecture } from "./use-watching.client";

type Player = {
  around: RefObject<HTMLElement | null>;
  bridge: RefObject<Bridge | undefined>;
  /** The latest state that the player reported; undefined before its first report. */
  state: PlayerState | undefined;
  /** Called before a jump: what plays next does not continue from what was played. */
  interrupt: () => void;
};

/**
 * Where a lecture's video starts: at the time that the learner or the address (`#t=760`) names, or the stored place.
 * @returns `start` in seconds, null for the beginning; `goTo`, which plays from a time, and starts the poster's video
 * if the player is not loaded yet; `begin`, which is to be called with the player's first report
 */
export function useStart(
  { id, about }: WatchedLecture,
  place: Place | null | undefined,
  { around, bridge, state, interrupt }: Player,
) {
  const [wanted, setWanted] = useState(() => parseTimeHash(location.hash) ?? undefined);
  const startedAt = useRef<number | null>(undefined);
  const start = wanted ?? (place ? resumeAt(place) : null);
  const frameOf = () => around.current?.querySelector("iframe");

  const prepare = (seconds: number | null) => {
    const frame = frameOf();
    if (!frame?.contentDocument) return;
    startedAt.current = seconds;
    const duration = state?.duration ?? place?.duration ?? 0;
    setPosterStart(frame, { start: seconds, duration, title: about.name });
  };
  const goTo = (seconds: number) => {
    interrupt();
    const frame = frameOf();
    if (!frame) return;
    setWanted(seconds);
    prepare(seconds);
    if (startFromPoster(frame)) return;
    bridge.current?.seek(seconds);
    bridge.current?.play();
  };
  const onPoster = useEffectEvent(() => {
    prepare(start);
    const frame = frameOf();
    if (playRequest.lecture === id && frame && startFromPoster(frame)) playRequest.lecture = undefined;
  });
  const onHash = useEffectEvent(() => {
    const time = parseTimeHash(location.hash);
    if (time === null) return;
    if (state) goTo(time);
    else setWanted(time);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the poster shows where it starts
  useEffect(onPoster, [start]);
  useEffect(() => {
    const frame = around.current?.querySelector("iframe");
    const onFrame = () => onPoster();
    const onChange = () => onHash();
    frame?.addEventListener("load", onFrame);
    addEventListener("hashchange", onChange);
    // After a navigation within the site, the page is rendered before the address changes.
    onHash();
    return () => {
      frame?.removeEventListener("load", onFrame);
      removeEventListener("hashchange", onChange);
    };
  }, [around]);
  return {
    start,
    goTo,
    /** Seeks to the start if the player was started before the poster had this start. */
    begin: ({ position }: PlayerState) => {
      if (start && startedAt.current !== start && position < start - 5) bridge.current?.seek(start);
    },
  };
}
