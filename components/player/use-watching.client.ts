"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { keepSending } from "@/components/api/senders.client";
import { useSignedIn } from "@/components/api/session.client";
import { useViewerQuery } from "@/components/auth/use-viewer.client";
import { useProgress } from "@/components/progress/completed-lectures.client";
import { saveTick, showCompletedByWatching } from "@/components/progress/save-tick.client";
import { useAskToSignIn } from "@/components/progress/use-ask-to-sign-in.client";
import { isOfVideo, isSameLength } from "@/lib/player/advertisements";
import { isPlaceIn, joinPlaces, placeOnDevice } from "@/lib/watching/places";
import { hasBegun, isWatched, type Seconds, unionOf } from "@/lib/watching/seconds";
import { createTracker } from "@/lib/watching/tracker";
import type { LectureAbout, Place, SavedPlace } from "@/lib/watching/types";
import { addUnsent, resumeUnsent, sendUnsent, showSaved } from "./account-beats.client";
import type { PlayerState } from "./bridge.client";
import { addToDevice, devicePlaces } from "./device-places.client";
import { readSettings } from "./settings.client";

/** How often what was played is written to the browser's storage, so that a crash loses little. */
const KEEP_MS = 5_000;

type Play = {
  tracker: ReturnType<typeof createTracker>;
  /** The latest state that the player reported. */
  latest?: PlayerState;
  /** Whether the length that the player reports is the video's, and not an advertisement's. */
  isCertain: boolean;
  /** What was played since the last save, which was at `keptAt`, or since the length is another one. */
  pending: Seconds;
  keptAt: number;
};

const isSeen = ({ watched, duration }: Place) => isWatched(watched, duration);

export type WatchedLecture = { id: number; videoId: string; about: LectureAbout };

/**
 * Records what is watched of a lecture: in the signed-in learner's account or on this device, as the settings say.
 * @returns `place`, the place in the account, or the one that this device had at first, which may be of another lecture
 * with the same video; null if there is none, undefined while it is loading; `seen`, all that was watched, including
 * what is playing
 */
export function useWatching({ id, videoId, about }: WatchedLecture) {
  const isSignedIn = useSignedIn();
  const viewer = useViewerQuery();
  const owner = viewer.data?.id;
  const { watching, elsewhere, completed } = useProgress(about.courseName);
  const askToSignIn = useAskToSignIn();
  const [onDevice] = useState(() => placeOnDevice(devicePlaces.read(), id, videoId));
  const [{ memory, completes }] = useState(readSettings);
  const [seenHere, setSeenHere] = useState<Seconds>([]);
  const play = useRef<Play>({ tracker: createTracker(), isCertain: false, pending: [], keptAt: 0 });
  const isInAccount = isSignedIn && memory === "account";
  const isHere = ({ recordId }: SavedPlace) => recordId === id;
  const inAccount = watching && elsewhere && joinPlaces([...watching, ...elsewhere].filter(isHere));
  const place: Place | null | undefined = isInAccount ? watching && (inAccount ?? null) : (onDevice ?? null);

  const onSaved = useEffectEvent((saved: SavedPlace, course: string) => {
    const isNews = saved.recordId === id && saved.completed && completed && !completed.has(id);
    void showSaved(saved, course);
    if (isNews) showCompletedByWatching(id, { course, askToSignIn });
  });

  /** Saves what was played since the last save, and sends it if it belongs to an account. */
  const keep = (isUrgent: boolean) => {
    const { current } = play;
    if (memory === "none" || !current.latest || !current.isCertain) return;
    const { position, duration } = current.latest;
    const [watched, at] = [current.pending, Date.now()];
    const stored = devicePlaces.read()[id];
    if (isInAccount && owner) {
      const isKnown = watching?.some(isHere) === true || completed?.has(id) === true;
      addUnsent(
        { recordId: id, videoId, position, duration, watched, at, owner, course: about.courseName },
        { isKnown },
      );
      void sendUnsent({ owner, onSaved }, { isUrgent });
    } else if (isInAccount || !((stored && isPlaceIn(stored, videoId)) || hasBegun(seenHere, duration))) {
      // The account is not known yet, or too little was watched to save it: it stays pending.
      if (isInAccount && viewer.error) void viewer.mutate();
      return;
    } else {
      const kept = addToDevice(id, about, { videoId, position, duration, watched, at });
      // A tick is the account's, wherever places are kept. One that was taken back stays so.
      const isNews = isSignedIn && completes && !completed?.has(id) && !(stored && isSeen(stored));
      if (isNews && isSeen(kept))
        saveTick(id, { course: about.courseName, isCompleted: true, askToSignIn, isByWatching: true });
    }
    current.pending = [];
    current.keptAt = performance.now();
  };

  /** Called with every state that the player reports. */
  const add = (state: PlayerState) => {
    const { current } = play;
    const { tracker, latest } = current;
    if (latest && !isSameLength(latest.duration, state.duration)) {
      // An advertisement begins or ends: what was reported of one does not count.
      if (current.pending.length > 0) keep(true);
      current.pending = [];
      current.isCertain = false;
      tracker.interrupt();
    }
    current.latest = state;
    current.isCertain ||= isOfVideo(state, place?.duration);
    tracker.add({ ...state, at: performance.now() });
    const fresh = tracker.take();
    if (fresh.length > 0) current.pending = unionOf(current.pending, fresh);
    if (!current.isCertain || current.pending.length === 0) return;
    const { pending } = current;
    setSeenHere((seen) => unionOf(seen, pending));
    if (performance.now() - current.keptAt >= KEEP_MS) keep(false);
  };

  const takeUp = useEffectEvent(async () => {
    if (!owner) return true;
    resumeUnsent(owner);
    // The video may have played before the account was known.
    if (play.current.pending.length > 0) keep(true);
    await sendUnsent({ owner, onSaved }, { isUrgent: true });
    // A few seconds are not worth a question.
    return true;
  });
  useEffect(() => {
    if (owner) return keepSending(() => takeUp());
  }, [owner]);

  return {
    place,
    seen: unionOf(place?.watched ?? [], seenHere),
    add,
    keep,
    /** Called before a jump: the player's next report does not continue from its last one. */
    interrupt: () => play.current.tracker.interrupt(),
  };
}
