"use client";

import { keep, readKept } from "@/components/api/kept.client";

/** A note that is being written. */
export type Draft = { id: string; seconds: number; until: number | null; body: string };

type Kept = Draft & { owner: string | null };

const nameOf = (lecture: number) => `note-draft-${lecture}`;

/** Keeps a draft across page loads, in this tab only; null removes it. */
export function keepDraft(lecture: number, owner: string | null, draft: Draft | null): void {
  keep(nameOf(lecture), draft && { ...draft, owner });
}

/** The draft that this account or a visitor was writing; null if there is none. */
export function readDraft(lecture: number, owner: string | null): Draft | null {
  const kept = readKept(nameOf(lecture)) as Kept | null;
  if (!kept || typeof kept.body !== "string" || (kept.owner !== null && kept.owner !== owner)) return null;
  const { id, seconds, until, body } = kept;
  return { id, seconds, until, body };
}
