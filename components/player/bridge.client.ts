"use client";

import {
  ENDED,
  LISTENING,
  PLAYING,
  type PlayerMessage,
  parsePlayerMessage,
  playerCommand,
} from "@/lib/player/protocol";
import { PLAYER_ORIGIN } from "@/lib/player-origin";

const KNOCK_MS = 250;
const KNOCKS = 40;

/** The state of the player: the latest value of each field that it reported. */
export type PlayerState = {
  position: number;
  duration: number;
  rate: number;
  isPlaying: boolean;
  hasEnded: boolean;
};

type Listener = {
  /** The player has reported its state. Reports about live streams and other videos are left out. */
  onState(state: PlayerState): void;
  /** The video cannot be played: 2, 5, 100, 101, 150 or 153. */
  onError(code: number): void;
  /** The player has been loaded for ten seconds and has not answered. */
  onSilence(): void;
  /** The player has been loaded, or reloaded. */
  onLoad(): void;
};

export type Bridge = {
  seek(seconds: number): void;
  setRate(rate: number): void;
  play(): void;
  pause(): void;
  close(): void;
};

/** Listens to and controls the player in a frame, with the messages that YouTube's own script uses. */
export function openBridge(frame: HTMLIFrameElement, videoId: string, listener: Listener): Bridge {
  let told: PlayerMessage = {};
  let hasAnswered = false;
  let knocking: ReturnType<typeof setInterval> | undefined;

  const post = (message: string) => frame.contentWindow?.postMessage(message, PLAYER_ORIGIN);
  const command = (func: string, ...args: unknown[]) => post(playerCommand(func, ...args));

  function knock(): void {
    clearInterval(knocking);
    // The poster has this page's origin, so that its document is readable; the player's document is not.
    if (frame.contentDocument) return;
    told = {};
    hasAnswered = false;
    listener.onLoad();
    let knocks = 0;
    knocking = setInterval(() => {
      if (hasAnswered || knocks++ >= KNOCKS) {
        clearInterval(knocking);
        if (!hasAnswered) listener.onSilence();
      } else post(LISTENING);
    }, KNOCK_MS);
    post(LISTENING);
  }

  function hear({ origin, source, data }: MessageEvent): void {
    if (origin !== PLAYER_ORIGIN || source !== frame.contentWindow) return;
    const message = parsePlayerMessage(data);
    if (!message) return;
    if (!hasAnswered) {
      hasAnswered = true;
      command("addEventListener", "onError");
    }
    if (message.error !== undefined) listener.onError(message.error);
    for (const [key, value] of Object.entries(message))
      if (value !== undefined) told = { ...told, [key]: value };
    const { position, duration, state, rate = 1 } = told;
    const isOther = told.isLive || (told.videoId !== undefined && told.videoId !== videoId);
    if (isOther || position === undefined || duration === undefined) return;
    listener.onState({ position, duration, rate, isPlaying: state === PLAYING, hasEnded: state === ENDED });
  }

  addEventListener("message", hear);
  frame.addEventListener("load", knock);
  knock();
  return {
    seek: (seconds) => command("seekTo", seconds, true),
    setRate: (rate) => command("setPlaybackRate", rate),
    play: () => command("playVideo"),
    pause: () => command("pauseVideo"),
    close() {
      clearInterval(knocking);
      removeEventListener("message", hear);
      frame.removeEventListener("load", knock);
    },
  };
}
