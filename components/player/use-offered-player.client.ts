"use client";

import { type RefObject, useEffect } from "react";
import { offerPlayer } from "@/components/notes/beside-player.client";
import { formatTime } from "@/lib/watching/times";
import type { Bridge, PlayerState } from "./bridge.client";

type Player = {
  state: PlayerState | undefined;
  /** Where the video would start, in seconds, while nothing has been played. */
  start: number | null;
  goTo: (seconds: number) => void;
  bridge: RefObject<Bridge | undefined>;
};

/** Offers the player to the notes beside it. */
export function useOfferedPlayer({ state, start, goTo, bridge }: Player): void {
  useEffect(() => {
    const seconds = Math.floor(state?.position ?? start ?? 0);
    offerPlayer({
      seconds,
      time: formatTime(seconds),
      isPlaying: state?.isPlaying ?? false,
      goTo,
      play: () => bridge.current?.play(),
      pause: () => bridge.current?.pause(),
    });
  });
  useEffect(() => () => offerPlayer(undefined), []);
}
