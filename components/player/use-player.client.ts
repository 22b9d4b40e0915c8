"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Bridge, openBridge, type PlayerState } from "./bridge.client";

type Handlers = {
  /** `last` is the state that the player reported before, which may not have been rendered yet. */
  onState(state: PlayerState, last: PlayerState | undefined): void;
  /** Watching is interrupted: the video is paused or at its end, or the page is hidden, shown again or left. */
  onPause(): void;
};

/** The player in the frame inside `place`: its latest state, its error, and the bridge that controls it. */
export function usePlayer(place: RefObject<HTMLElement | null>, videoId: string, handlers: Handlers) {
  const [state, setState] = useState<PlayerState>();
  const [error, setError] = useState<number>();
  const [isSilent, setIsSilent] = useState(false);
  const bridge = useRef<Bridge>(undefined);
  const last = useRef<PlayerState>(undefined);
  const onState = useEffectEvent((told: PlayerState) => {
    setState(told);
    setIsSilent(false);
    if (told.isPlaying) setError(undefined);
    handlers.onState(told, last.current);
    if (last.current?.isPlaying && !told.isPlaying) handlers.onPause();
    last.current = told;
  });
  const onPause = useEffectEvent(() => handlers.onPause());
  useEffect(() => {
    const frame = place.current?.querySelector("iframe");
    if (!frame) return;
    const opened = openBridge(frame, videoId, {
      onState,
      onError: setError,
      onSilence: () => setIsSilent(true),
      onLoad: () => setIsSilent(false),
    });
    bridge.current = opened;
    const onLeave = () => onPause();
    document.addEventListener("visibilitychange", onLeave);
    addEventListener("pagehide", onLeave);
    return () => {
      onPause();
      opened.close();
      document.removeEventListener("visibilitychange", onLeave);
      removeEventListener("pagehide", onLeave);
    };
  }, [place, videoId]);
  return { state, error, isSilent, bridge };
}
