"use client";

import { keep, readKept } from "@/components/api/kept.client";
import { NOTE_DRAFTS } from "@/lib/notes/storage";
import type { Note } from "@/lib/notes/types";

/** A note that is being written or changed, and the version that was read, if it is changed. */
export type Draft = Pick<Note, "id" | "seconds" | "until" | "body" | "version">;

type Kept = Draft & { owner: string | null };

const nameOf = (place: number | string) => `${NOTE_DRAFTS}${place}`;

/**
 * Keeps a draft across page loads, in this tab only; null removes it.
 * @param place the lecture of a new note, or the id of a note that is changed
 */
export function keepDraft(place: number | string, owner: string | null, draft: Draft | null): void {
  const kept = readKept(nameOf(place)) as Kept | null;
  // What another account has written stays until it is back.
  if (kept?.owner && kept.owner !== owner && kept.body?.trim()) return;
  keep(nameOf(place), draft && { ...draft, owner });
}

/** Whether text is kept at a place, of any account or of a visitor. */
export const hasDraft = (place: number | string) =>
  Boolean((readKept(nameOf(place)) as Kept | null)?.body?.trim());

/** The draft that this account or a visitor was writing at a place; null if there is none. */
export function readDraft(place: number | string, owner: string | null): Draft | null {
  const kept = readKept(nameOf(place)) as Kept | null;
  if (!kept || typeof kept.body !== "string" || (kept.owner !== null && kept.owner !== owner)) return null;
  const { id, seconds, until, body, version } = kept;
  return { id, seconds, until, body, ...(version !== undefined && { version }) };
}
