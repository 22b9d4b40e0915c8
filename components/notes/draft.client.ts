"use client";

import { keep, readKept } from "@/components/api/kept.client";

/** A note that is being written. */
export type Draft = { id: string; seconds: number; until: number | null; body: string };

type Kept = Draft & { owner: string | null };

const nameOf = (lecture: number) => `note-draft-${lecture}`;

/** Keeps what is being written over a load of the page, in this tab; null forgets it. */
export function keepDraft(lecture: number, owner: string | null, draft: Draft | null): void {
  keep(nameOf(lecture), draft && { ...draft, owner });
}

/** What was being written, by this account or by a visitor; null where nothing was. */
export function readDraft(lecture: number, owner: string | null): Draft | null {
  const kept = readKept(nameOf(lecture)) as Kept | null;
  if (!kept || typeof kept.body !== "string" || (kept.owner !== null && kept.owner !== owner)) return null;
  const { id, seconds, until, body } = kept;
  return { id, seconds, until, body };
}
