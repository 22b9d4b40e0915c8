"use client";

import { mutate } from "swr";
import { send } from "@/components/api/calls.client";
import { isTransient } from "@/components/api/patience.client";
import { personalKey } from "@/components/api/session.client";
import { storedRecord } from "@/components/api/stored.client";
import { progressPath } from "@/components/progress/completed-lectures.client";
import { rememberContinuing } from "@/lib/watching/room";
import { hasBegun, unite } from "@/lib/watching/seconds";
import { UNSENT } from "@/lib/watching/storage";
import type { Beat, CourseProgress, DevicePlace, Place, SavedPlace } from "@/lib/watching/types";
import { readSettings } from "./settings.client";

/** At most so often while a lecture plays. */
const PAUSE_MS = 15_000;
/** As many lectures as a request takes. */
const MOST_AT_ONCE = 50;

/**
 * What an account has seen and the server has not acknowledged; `owner` is the account's id, and `isDue` says that it is
 * more than a look.
 */
type Unsent = Place & { owner: string; course: string; isDue: boolean };

const isUnsent = (value: unknown): value is Unsent => {
  const unsent = value as Partial<Unsent> | null;
  return typeof unsent?.owner === "string" && Array.isArray(unsent.watched) && Number.isFinite(unsent.at);
};

const unsent = storedRecord(UNSENT, isUnsent);
/** Lectures of which the server knows, or which were seen for long enough. */
const begun = new Set<number>();
let lastSentAt = Number.NEGATIVE_INFINITY;
let sending: Promise<boolean> | undefined;
let isAskedAgain = false;

type Sender = {
  owner: string;
  /** Is told of each lecture of which the server has heard, with what it then knows. */
  onSaved(place: SavedPlace, course: string): void;
};

/** Adds to what is to be sent of a lecture. */
export function addUnsent(
  recordId: number,
  told: Omit<Unsent, "isDue">,
  { isKnown }: { isKnown: boolean },
): void {
  const stored = unsent.read()[recordId];
  const before = stored?.owner === told.owner ? stored : undefined;
  const watched = unite(before?.watched ?? [], told.watched);
  const isDue = isKnown || before?.isDue === true || hasBegun(watched, told.duration);
  unsent.set(String(recordId), { ...told, watched, isDue });
  if (isDue) begun.add(recordId);
}

/**
 * Sends what there is, unless that was done a moment ago. It stays until the server has acknowledged it.
 * @returns whether nothing was left that should have been sent
 */
export function sendUnsent(sender: Sender, { isUrgent = false } = {}): Promise<boolean> {
  if (!isUrgent && performance.now() - lastSentAt < PAUSE_MS) return Promise.resolve(true);
  if (isUrgent) isAskedAgain = true;
  sending ??= sendWhileAsked(sender).finally(() => {
    sending = undefined;
  });
  return sending;
}

/**
 * What is to go at once while a request is under way goes with the next one. So does what that one did not bring there: the
 * network may have come back meanwhile.
 */
async function sendWhileAsked(sender: Sender): Promise<boolean> {
  for (;;) {
    isAskedAgain = false;
    const isSent = await sendAll(sender);
    if (!isAskedAgain) return isSent;
  }
}

/** Whether all that was sent has been dealt with. */
async function sendAll({ owner, onSaved }: Sender): Promise<boolean> {
  const mine = Object.entries(unsent.read()).filter(
    ([id, item]) => item.owner === owner && begun.has(Number(id)),
  );
  if (mine.length === 0) return true;
  lastSentAt = performance.now();
  const now = Date.now();
  const batch = mine.slice(0, MOST_AT_ONCE);
  const items = batch.map(
    ([id, { position, duration, watched, at }]): Beat => ({
      recordId: Number(id),
      position,
      duration,
      watched,
      ago: Math.max(0, now - at),
    }),
  );
  // The page may be closing: the request outlives it.
  const outcome = await send<{ places: SavedPlace[] }>(
    "POST",
    "/api/watching",
    { items, completes: readSettings().completes },
    { keepalive: true },
  );
  if (!outcome.ok && (isTransient(outcome) || outcome.status === 401)) return false;
  for (const [id, item] of batch) {
    // More may have come meanwhile: it is sent again with what was.
    if (unsent.read()[id]?.at === item.at) unsent.set(id, null);
    const saved = outcome.ok && outcome.data.places.find(({ recordId }) => recordId === Number(id));
    if (saved) onSaved(saved, item.course);
  }
  return batch.length === mine.length || sendAll({ owner, onSaved });
}

/** Adds what a device remembers to what is to be sent. */
export function addAll(owner: string, places: Readonly<Record<string, DevicePlace>>): void {
  for (const [id, { about, ...place }] of Object.entries(places))
    addUnsent(Number(id), { ...place, owner, course: about.courseName }, { isKnown: true });
}

/** Shows what was saved wherever a course's progress is shown. */
export function showSaved(saved: SavedPlace, course: string): Promise<unknown> {
  rememberContinuing("account", true);
  return mutate<CourseProgress>(
    personalKey(progressPath(course)),
    (known) => known && withSaved(known, saved),
    { revalidate: false },
  );
}

function withSaved({ completed, watching }: CourseProgress, saved: SavedPlace): CourseProgress {
  const id = saved.recordId;
  return {
    completed: [...completed.filter((other) => other !== id), ...(saved.completed ? [id] : [])],
    watching: [...watching.filter(({ recordId }) => recordId !== id), saved],
  };
}

/** What is not sent yet of lectures that were begun earlier, as after a page that closed without a network. */
export function takeUpUnsent(owner: string): void {
  for (const [id, item] of Object.entries(unsent.read()))
    if (item.owner === owner && item.isDue) begun.add(Number(id));
}
