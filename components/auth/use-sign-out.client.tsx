"use client";

import { send } from "@/components/api/calls.client";
import { forgetKept } from "@/components/api/kept.client";
import { notifySessionChange } from "@/components/api/session.client";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { forgetUnsentNotes } from "@/lib/notes/storage";
import { forgetContinuing } from "@/lib/watching/reserved-space";
import { forgetUnsent } from "@/lib/watching/storage";

export async function signOut(): Promise<void> {
  const outcome = await send("POST", "/api/auth/sign-out");
  notifySessionChange();
  if (!outcome.ok) {
    showToast("error", authMessages.signOutFailed);
    return;
  }
  forgetUnsent();
  forgetContinuing();
  forgetUnsentNotes();
  forgetKept("note-draft-");
  showToast("success", authMessages.signedOut);
}
