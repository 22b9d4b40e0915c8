"use client";

import { keep, listKept, readKept } from "@/components/api/kept.client";
import { NOTE_DRAFTS } from "@/lib/notes/storage";
import type { Note } from "@/lib/notes/types";

/** A note that is being written or changed, and the version that was read, if it is changed. */
export type Draft = Pick<Note, "id" | "seconds" | "until" | "body" | "version">;

type Kept = Draft & { owner: string | null };

/** Each account has a draft of its own at a place, and so has a visitor. */
const nameOf = (place: number | string, owner: string | null) =>
  `${NOTE_DRAFTS}${place}${owner === null ? "" : `:${owner}`}`;

/**
 * Keeps a draft across page loads, in this tab only; null removes it.
 * @param place the lecture of a new note, or the id of a note that is changed
 */
export function keepDraft(place: number | string, owner: string | null, draft: Draft | null): void {
  keep(nameOf(place, owner), draft && { ...draft, owner });
}

const readNamed = (name: string) => readKept(name) as Kept | null;

/**
 * Removes the draft of a note that was saved, wherever it is kept: while it was being saved, the account may have become
 * known, or another one may have signed in.
 */
export function dropDraft(place: number | string, { id }: Pick<Draft, "id">): void {
  for (const name of [nameOf(place, null), ...listKept(nameOf(place, ""))])
    if (readNamed(name)?.id === id) keep(name, null);
}

/** Whether text of any account is kept at a place. */
export const isDraftHeld = (place: number | string) =>
  listKept(nameOf(place, "")).some((name) => readNamed(name)?.body?.trim());

/**
 * The draft that this account or a visitor was writing at a place; null if there is none. A visitor's becomes the
 * account's, unless that has a text: it may have been begun before the account was known.
 */
export function readDraft(place: number | string, owner: string | null): Draft | null {
  const own = readNamed(nameOf(place, owner));
  const kept = own?.body?.trim() ? own : (readNamed(nameOf(place, null)) ?? own);
  if (typeof kept?.body !== "string") return null;
  const { id, seconds, until, body, version } = kept;
  const draft = { id, seconds, until, body, ...(version !== undefined && { version }) };
  if (owner !== null && kept !== own) {
    keepDraft(place, owner, draft);
    keepDraft(place, null, null);
  }
  return draft;
}
