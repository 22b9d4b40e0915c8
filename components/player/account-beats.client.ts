"use client";

import { changeCached } from "@/components/api/cache.client";
import { mustWait, send } from "@/components/api/calls.client";
import { personalKey } from "@/components/api/session.client";
import { storedRecord } from "@/components/api/stored.client";
import { progressPath } from "@/components/progress/completed-lectures.client";
import { addWatched } from "@/lib/watching/places";
import { rememberContinuing } from "@/lib/watching/reserved-space";
import { hasBegun } from "@/lib/watching/seconds";
import { UNSENT } from "@/lib/watching/storage";
import type { Beat, CourseProgress, DevicePlace, Place, SavedPlace } from "@/lib/watching/types";
import { readSettings } from "./settings.client";

/** The shortest time between two requests while a lecture plays. */
const PAUSE_MS = 15_000;
/** The most lectures in one request, and the most pieces of them: browsers limit requests that outlive their page. */
const MOST_AT_ONCE = 50;
const MOST_PIECES = 2_000;

/**
 * What an account has watched of a lecture and the server has not acknowledged. `owner` is the account's id; `isDue`
 * says that the server knows the lecture already, or that enough was watched to send it.
 */
type Unsent = Place & { owner: string; recordId: number; course: string; isDue: boolean };

const isUnsent = (value: unknown): value is Unsent => {
  const unsent = value as Partial<Unsent> | null;
  return (
    typeof unsent?.owner === "string" &&
    Number.isInteger(unsent.recordId) &&
    Array.isArray(unsent.watched) &&
    Number.isFinite(unsent.at)
  );
};

// Room for all places of a device that are added to an account, and for what other accounts have not sent yet.
const unsent = storedRecord(UNSENT, isUnsent, { mostEntries: 1_000 });
/** Keys of entries whose lectures the server knows, or that were watched for long enough to be sent. */
const begun = new Set<string>();
let lastSentAt = Number.NEGATIVE_INFINITY;
/** The sending that is under way, by account, and the accounts for which another one was asked for meanwhile. */
const sending = new Map<string, Promise<boolean>>();
const askedAgain = new Set<string>();

type Sender = {
  owner: string;
  /** Called with each lecture that the server has acknowledged, and what the server then knows of it. */
  onSaved(place: SavedPlace, course: string): void;
};

/**
 * Adds what an account has watched of a lecture to what is still to be sent. Returns whether the device has stored it;
 * otherwise it is lost with the page, unless it is sent before.
 */
export function addUnsent(told: Omit<Unsent, "isDue">, { isKnown }: { isKnown: boolean }): boolean {
  return unsent.setAll(Object.fromEntries([withEarlier(told, isKnown)]));
}

/** An entry with what is unsent already, by its key. The later place is where the lecture goes on. */
function withEarlier(told: Omit<Unsent, "isDue">, isKnown: boolean): [key: string, entry: Unsent] {
  const key = `${told.owner} ${told.recordId}`;
  const before = unsent.read()[key];
  const watched = addWatched(before, told);
  const isDue = isKnown || before?.isDue === true || hasBegun(watched, told.duration);
  if (isDue) begun.add(key);
  return [key, { ...(before && before.at > told.at ? before : told), watched, isDue }];
}

/**
 * Sends what is due, unless that was done within `PAUSE_MS`. Entries stay stored until the server has answered them.
 * @returns false if entries could not be sent and stay stored
 */
export function sendUnsent(sender: Sender, { isUrgent = false } = {}): Promise<boolean> {
  if (!isUrgent && performance.now() - lastSentAt < PAUSE_MS) return Promise.resolve(true);
  const { owner } = sender;
  if (isUrgent) askedAgain.add(owner);
  const underWay = sending.get(owner) ?? sendWhileAsked(sender).finally(() => sending.delete(owner));
  sending.set(owner, underWay);
  return underWay;
}

/**
 * An urgent call while a request is under way starts another request after it, which also retries what the first one
 * failed to send: the network may be back.
 */
async function sendWhileAsked(sender: Sender): Promise<boolean> {
  for (;;) {
    askedAgain.delete(sender.owner);
    const isSent = await sendAll(sender);
    if (!askedAgain.has(sender.owner)) return isSent;
  }
}

/**
 * Sends all due entries of the account, at most `most` in one request. Returns false if the server cannot be reached or
 * the session has ended.
 */
async function sendAll({ owner, onSaved }: Sender, most = MOST_AT_ONCE): Promise<boolean> {
  const mine = Object.entries(unsent.read()).filter(([key, item]) => item.owner === owner && begun.has(key));
  if (mine.length === 0) return true;
  lastSentAt = performance.now();
  const now = Date.now();
  let pieces = 0;
  const behind = mine.findIndex(([, { watched }], index) => {
    pieces += watched.length;
    return index === most || (index > 0 && pieces > MOST_PIECES);
  });
  const batch = behind === -1 ? mine : mine.slice(0, behind);
  const items = batch.map(
    ([, { recordId, videoId, position, duration, watched, at }]): Beat => ({
      recordId,
      ...(videoId && { videoId }),
      position,
      duration,
      watched,
      ago: Math.max(0, now - at),
    }),
  );
  const session = personalKey("");
  // The page may be closing: `keepalive` lets the request outlive it.
  const outcome = await send<{ places: SavedPlace[] }>(
    "POST",
    "/api/watching",
    { items, completes: readSettings().completes },
    { keepalive: true, account: owner },
  );
  if (!outcome.ok && mustWait(outcome)) return false;
  // One entry that the server refuses must not take the others with it.
  if (!outcome.ok && batch.length > 1) return sendAll({ owner, onSaved }, 1);
  for (const [key, item] of batch) {
    // An entry that has changed meanwhile stays stored, and is sent again as a whole.
    if (JSON.stringify(unsent.read()[key]) === JSON.stringify(item)) unsent.set(key, null);
    const saved = outcome.ok && outcome.data.places.find(({ recordId }) => recordId === item.recordId);
    if (saved && session === personalKey("")) onSaved(saved, item.course);
  }
  return batch.length === mine.length || sendAll({ owner, onSaved }, most);
}

/** Adds the places on this device to what is to be sent for the account. Returns whether the device has stored all. */
export function addAll(owner: string, places: Readonly<Record<string, DevicePlace>>): boolean {
  const added = Object.entries(places).map(([id, { about, ...place }]) =>
    withEarlier({ ...place, recordId: Number(id), owner, course: about.courseName }, true),
  );
  return unsent.setAll(Object.fromEntries(added));
}

/** Shows a saved place in every component. */
export function showSaved(saved: SavedPlace, course: string): Promise<unknown> {
  rememberContinuing("account", true);
  return changeCached<CourseProgress>(personalKey(progressPath(course)), (known) => withSaved(known, saved));
}

function withSaved({ completed, watching, ...others }: CourseProgress, saved: SavedPlace): CourseProgress {
  const id = saved.recordId;
  return {
    ...others,
    completed: [...completed.filter((other) => other !== id), ...(saved.completed ? [id] : [])],
    watching: [...watching.filter(({ recordId }) => recordId !== id), saved],
  };
}

/** Makes the entries of earlier pages ready to be sent, such as those of a page that was closed while offline. */
export function resumeUnsent(owner: string): void {
  for (const [key, item] of Object.entries(unsent.read()))
    if (item.owner === owner && item.isDue) begun.add(key);
}
