"use client";

import { useSyncExternalStore } from "react";
import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { usePersonalKey } from "@/components/api/session.client";
import type { CourseProgress, SavedPlace } from "@/lib/watching/types";

export const progressPath = (course: string) => `/api/progress?course=${encodeURIComponent(course)}`;

/** `key` is the SWR key of the course's progress, and so of the session in which the tick was clicked. */
export type Tick = { key: string; isCompleted: boolean };

/** Clicked ticks that are not saved yet, by the id of their lecture. */
type UnsavedTicks = ReadonlyMap<number, Tick>;

const none: UnsavedTicks = new Map();
let unsaved = none;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a tick as clicked until it is set to null, because it was saved or saving has failed. */
export function setUnsavedTick(lecture: number, tick: Tick | null): void {
  const next = new Map(unsaved);
  if (tick) next.set(lecture, tick);
  else next.delete(lecture);
  unsaved = next;
  for (const notify of listeners) notify();
}

type Progress = {
  /** Ids of the lectures that the learner has completed; undefined until they are known. */
  completed: ReadonlySet<number> | undefined;
  /** What the learner has watched, as far as the server knows; undefined while it is loading. */
  watching: readonly SavedPlace[] | undefined;
  /** Places in videos of the course that were watched as other lectures; undefined while they are loading. */
  elsewhere: readonly SavedPlace[] | undefined;
  /** Whether the progress could not be read, and no earlier reading has succeeded. */
  hasFailed: boolean;
  readAgain: () => void;
};

/**
 * The learner's progress in a course. A tick that is still being saved counts as clicked, even if the server answers
 * with an older state meanwhile.
 */
export function useProgress(course: string): Progress {
  const key = usePersonalKey(progressPath(course));
  const { data, error, mutate } = useSWR<CourseProgress>(key, load, { shouldRetryOnError: false });
  const unsavedTicks = useSyncExternalStore(
    subscribe,
    () => unsaved,
    () => none,
  );
  const readAgain = () => void mutate();
  if (!data) {
    const hasFailed = error !== undefined;
    return { completed: undefined, watching: undefined, elsewhere: undefined, hasFailed, readAgain };
  }
  const completed = new Set(data.completed);
  for (const [lecture, tick] of unsavedTicks) {
    if (tick.key !== key) continue;
    if (tick.isCompleted) completed.add(lecture);
    else completed.delete(lecture);
  }
  const { watching, elsewhere } = data;
  return { completed, watching, elsewhere, hasFailed: false, readAgain };
}
