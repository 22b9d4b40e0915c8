"use client";

import { getAccountId } from "@/components/api/session.client";
import { sendNotes } from "@/components/notes/stored-notes.client";
import { resumeUnsent, sendUnsent, showSaved } from "./account-beats.client";

/** Sends all that waits for this account, on pages without notes or a player, too. Resolves as senders do. */
export async function sendWaiting(): Promise<boolean> {
  const owner = getAccountId();
  if (!owner) return true;
  resumeUnsent(owner);
  const [areNotesSent] = await Promise.all([
    sendNotes(owner),
    sendUnsent({ owner, onSaved: showSaved }, { isUrgent: true }),
  ]);
  return areNotesSent;
}
