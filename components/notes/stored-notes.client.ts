"use client";

import { mutate } from "swr";
import { changeCached } from "@/components/api/cache.client";
import { type Failure, mustWait, send } from "@/components/api/calls.client";
import { isTransient } from "@/components/api/fetch-with-timeout.client";
import { personalKey } from "@/components/api/session.client";
import { storedRecord } from "@/components/api/stored.client";
import { showToast } from "@/components/ui/toast";
import { noteMessages } from "@/lib/notes/messages";
import { placeNote } from "@/lib/notes/order";
import { DEVICE_NOTES, UNSENT_NOTES } from "@/lib/notes/storage";
import type { ListedNote, SentNote } from "@/lib/notes/types";
import { MOST_VERSIONS } from "@/lib/notes/versions";

const RETRY_MS = 30_000;

/** A note as a device stores it; `at` is when it was written. */
type DeviceNote = ListedNote & { at: number };
/**
 * A change by an account that the server has not acknowledged: a written note, or null for a deleted one. `basedOn` are
 * the versions that the change takes the place of: the one that was read, and what this device has tried to store
 * since.
 */
type Unsent = {
  owner: string;
  note: ListedNote | null;
  at: number;
  version: string;
  basedOn: string[];
  /** Whether the server has rejected it: only pages with notes, which show it, send it again. */
  isRefused?: true;
};

export const notesPath = (course?: string) =>
  course === undefined ? "/api/notes" : `/api/notes?course=${encodeURIComponent(course)}`;

const isNote = (value: unknown): value is ListedNote => {
  const note = value as Partial<ListedNote> | null;
  const texts = [note?.id, note?.courseName, note?.lectureName, note?.body];
  return texts.every((text) => typeof text === "string") && Number.isInteger(note?.seconds);
};
const isDeviceNote = (value: unknown): value is DeviceNote =>
  isNote(value) && Number.isFinite((value as Partial<DeviceNote>).at);
const isUnsent = (value: unknown): value is Unsent => {
  const unsent = value as Partial<Unsent> | null;
  const isWritten = unsent?.note === null || isNote(unsent?.note);
  const hasVersions = typeof unsent?.version === "string" && Array.isArray(unsent.basedOn);
  return typeof unsent?.owner === "string" && Number.isFinite(unsent.at) && isWritten && hasVersions;
};

// Notes are never dropped because of their number or age; if the storage is full, `set` returns false.
const forever = { mostEntries: Number.POSITIVE_INFINITY, keptMs: Number.POSITIVE_INFINITY };

/** A visitor's notes, on this device alone. */
export const deviceNotes = storedRecord(DEVICE_NOTES, isDeviceNote, forever);
export const unsentNotes = storedRecord(UNSENT_NOTES, isUnsent, forever);

/**
 * Ids of rejected notes. They stay on the device, and are sent again after a change, or on the next load of a page with
 * notes.
 */
const refused = new Set<string>();
/** The versions that this page has made. */
const ownVersions = new Set<string>();
/** Accounts whose rejected notes are sent again, because a page that shows them has asked for it. */
const retriesRefused = new Set<string>();
/** The sending that is under way, by account. */
const sending = new Map<string, Promise<boolean>>();
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Stores a visitor's note on this device, or deletes it. What another tab has written, and this one has not read, stays:
 * what was written here is then a note of its own. Returns whether the device has stored it.
 */
export function writeDeviceNote(note: ListedNote, isDeleted: boolean): boolean {
  const before = deviceNotes.read()[note.id]?.version;
  const isOfOtherTab = before && before !== note.version && !ownVersions.has(before);
  if (isOfOtherTab && isDeleted) return true;
  const id = isOfOtherTab ? copyOf(note) : note.id;
  const version = crypto.randomUUID();
  ownVersions.add(version);
  const isStored = deviceNotes.set(id, isDeleted ? null : { ...note, id, version, at: Date.now() });
  if (isOfOtherTab && isStored) showToast("info", noteMessages.bothKept);
  return isStored;
}

/** The ids of notes that were written beside those of other tabs, by the versions of these that were read. */
const copies = new Map<string, string>();

/** The id of the note that takes what was written here, also when it is saved again after it could not be stored. */
function copyOf({ id, version }: ListedNote): string {
  const read = `${id} ${version}`;
  const copy = copies.get(read) ?? crypto.randomUUID();
  copies.set(read, copy);
  return copy;
}

/**
 * Saves an account's note, or deletes it, as soon as the server can be reached. Resolves with whether it is safe: on
 * this device at once, or else in the account.
 */
export async function sendNote(
  owner: string,
  { version, ...note }: ListedNote,
  isDeleted: boolean,
): Promise<boolean> {
  const before = unsentNotes.read()[note.id];
  const isOfOtherTab =
    before?.owner === owner && before.note && before.version !== version && !ownVersions.has(before.version);
  // What another tab has written, and this one has not read, stays; what was written here is a note of its own.
  if (isOfOtherTab && isDeleted) return true;
  const id = isOfOtherTab ? crypto.randomUUID() : note.id;
  if (isOfOtherTab) showToast("info", noteMessages.bothKept);
  refused.delete(id);
  const isStored = unsentNotes.set(id, {
    ...changeOf(owner, id, version),
    note: isDeleted ? null : { ...note, id },
    at: Date.now(),
  });
  const sent = sendNotes(owner);
  if (isStored) return true;
  await sent;
  return unsentNotes.read()[id] === undefined;
}

/** What a change of a note is, beside its contents. */
function changeOf(owner: string, id: string, read: string | null | undefined) {
  const before = unsentNotes.read()[id];
  const known = before?.owner === owner ? [before.version, ...before.basedOn] : [];
  const versions = [...new Set([...known, ...(read ? [read] : [])])];
  // The last one is what the server had.
  const basedOn = [...versions.slice(0, -1).slice(0, MOST_VERSIONS - 1), ...versions.slice(-1)];
  const version = crypto.randomUUID();
  ownVersions.add(version);
  return { owner, version, basedOn };
}

/**
 * Sends an account's unsent notes; those that the server has refused only with `sendsRefused`, from pages that show them.
 * Returns whether the server has acknowledged all that were sent.
 */
export function sendNotes(owner: string, { sendsRefused = false } = {}): Promise<boolean> {
  if (sendsRefused) retriesRefused.add(owner);
  const underWay = sending.get(owner) ?? sendAll(owner).finally(() => sending.delete(owner));
  sending.set(owner, underWay);
  return underWay;
}

async function sendAll(owner: string): Promise<boolean> {
  clearTimeout(retry);
  for (;;) {
    const [next] = Object.entries(unsentNotes.read())
      .filter(([id, item]) => item.owner === owner && !refused.has(id))
      .filter(([, item]) => !item.isRefused || retriesRefused.has(owner))
      .sort(([, a], [, b]) => a.at - b.at);
    if (!next) return refused.size === 0;
    const [id, item] = next;
    const path = `/api/notes/${id}`;
    const options = { keepalive: true, account: owner };
    const session = personalKey("");
    const outcome = item.note
      ? await send<{ isCopied: boolean }>("PUT", path, toSent(item.note, item), options)
      : await send<{ isCopied?: never }>("DELETE", `${path}?basedOn=${item.basedOn.join()}`, {}, options);
    if (outcome.ok) {
      await showSent(session, id, item.note && { ...item.note, version: item.version });
      if (outcome.data.isCopied) showToast("info", noteMessages.bothKept);
      // What another device has written is shown, too.
      if (outcome.data.isCopied || !item.note) void mutate(isListOfNotes);
      // A note that has changed meanwhile stays unsent, and is sent again.
      if (unsentNotes.read()[id]?.version === item.version) unsentNotes.set(id, null);
    } else if (mustWait(outcome)) {
      waitFor(owner, outcome);
      return false;
    } else {
      refused.add(id);
      if (unsentNotes.read()[id]?.version === item.version) unsentNotes.set(id, { ...item, isRefused: true });
      showToast("error", outcome.message || noteMessages.saveFailed);
    }
  }
}

function waitFor(owner: string, failure: Failure): void {
  if (!isTransient(failure)) {
    // It waits for a session of the account.
    showToast("info", failure.status === 401 ? noteMessages.signedOut : noteMessages.otherAccount);
    return;
  }
  const { retryAfter } = failure;
  retry = setTimeout(() => void sendNotes(owner), retryAfter ? 1000 * retryAfter : RETRY_MS);
}

function toSent(
  { id: _, createdAt, courseId, lectureId, institution, ...note }: ListedNote,
  { at, version, basedOn }: Unsent,
): SentNote {
  const now = Date.now();
  const [createdAgo, writtenAgo] = [Math.max(0, now - createdAt), Math.max(0, now - at)];
  return { ...note, createdAgo, writtenAgo, version, basedOn };
}

/** Whether an SWR key is that of a list of this session's notes. */
const isListOfNotes = (key: unknown) =>
  typeof key === "string" && key.startsWith(notesPath()) && key.endsWith(personalKey(""));

/**
 * Shows what the server has acknowledged in every list of the account's notes, unless the session is another one now.
 */
async function showSent(session: string, id: string, note: ListedNote | null): Promise<unknown> {
  if (session !== personalKey("")) return;
  const paths = [notesPath(), note && notesPath(note.courseName)].map((path) => path + session);
  return changeCached<{ notes: ListedNote[] }>(
    (key) => (note ? paths.includes(key as string) : isListOfNotes(key)),
    ({ notes }) => ({ notes: note ? placeNote(notes, note) : notes.filter((other) => other.id !== id) }),
  );
}

/**
 * Adds a visitor's notes on this device to an account; on a full device they are where they were until the server has
 * them. Returns whether the server has acknowledged all of them.
 */
export async function addDeviceNotes(owner: string): Promise<boolean> {
  const changes = Object.values(deviceNotes.read()).map(
    ({ at, version: _, ...note }) => [note.id, { ...changeOf(owner, note.id, null), note, at }] as const,
  );
  const areStored = unsentNotes.setAll(Object.fromEntries(changes));
  if (areStored) deviceNotes.clear();
  const haveArrived = await sendNotes(owner);
  if (haveArrived && !areStored) deviceNotes.clear();
  return haveArrived;
}
