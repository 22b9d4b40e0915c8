"use client";

import { type RefObject, useRef } from "react";
import { askForNote } from "@/components/notes/beside-player.client";
import type { LectureAbout } from "@/lib/watching/types";
import type { Bridge, PlayerState } from "./bridge.client";
import { playRequest } from "./play-request.client";
import { startFromPoster } from "./poster.client";
import { useShortcuts } from "./shortcuts.client";
import { stepSpeed } from "./speed.client";

/** Seconds that a key jumps back or forward. */
const LEAP = 10;
/** A jump within this time starts at the last jump's target, which the player may not have reported yet. */
const LEAP_MS = 1_000;

type Keys = {
  around: RefObject<HTMLElement | null>;
  bridge: RefObject<Bridge | undefined>;
  state: PlayerState | undefined;
  speed: number;
  next: LectureAbout["next"];
  /** Called before a jump: what plays next does not continue from what was played. */
  interrupt: () => void;
  setSpeed: (rate: number) => void;
  showList: () => void;
};

/** Connects the shortcuts to the player. Returns whether they are on, and the function that turns them on or off. */
export function useKeys({ around, bridge, state, speed, next, interrupt, setSpeed, showList }: Keys) {
  const leapt = useRef({ to: 0, at: Number.NEGATIVE_INFINITY });
  const leap = (by: number) => {
    if (!state) return;
    const now = performance.now();
    const from = now - leapt.current.at < LEAP_MS ? leapt.current.to : state.position;
    const to = Math.min(Math.max(0, from + by), Math.max(0, state.duration - 1));
    leapt.current = { to, at: now };
    // A paused video stays paused.
    interrupt();
    bridge.current?.seek(to);
  };
  const play = () => {
    const frame = around.current?.querySelector("iframe");
    if (!frame || startFromPoster(frame)) return;
    if (state?.isPlaying) bridge.current?.pause();
    else bridge.current?.play();
  };
  const goOn = () => {
    if (!next) return;
    playRequest.lecture = next.id;
    around.current?.closest("section")?.querySelector<HTMLElement>("a[rel=next]")?.click();
  };
  return useShortcuts(around, {
    k: play,
    j: () => leap(-LEAP),
    l: () => leap(LEAP),
    "<": () => setSpeed(stepSpeed(speed, -1)),
    ">": () => setSpeed(stepSpeed(speed, 1)),
    n: askForNote,
    "Shift+N": goOn,
    "?": showList,
  });
}
