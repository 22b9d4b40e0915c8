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
  /** What it told last; undefined until it tells something. */
  state: PlayerState | undefined;
  /** What it plays next does not follow on what it played. */
  interrupt: () => void;
};

/**
 * Where a lecture's video starts: where the learner wants it, or the address (`#t=760`), or else where it was left.
 * @returns `start` in seconds, null for the beginning; `goTo`, which plays from somewhere, and begins at the poster
 * where nothing plays yet; `begin`, for what the player tells first
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
    // A page that was come to by a link of ours is shown before its address is.
    onHash();
    return () => {
      frame?.removeEventListener("load", onFrame);
      removeEventListener("hashchange", onChange);
    };
  }, [around]);
  return {
    start,
    goTo,
    /** The player may have been started before this was there. */
    begin: ({ position }: PlayerState) => {
      if (start && startedAt.current !== start && position < start - 5) bridge.current?.seek(start);
    },
  };
}
