"use client";

import { send } from "@/components/api/calls.client";
import { notifySessionChange } from "@/components/api/session.client";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";

export async function signOut(): Promise<void> {
  const outcome = await send("POST", "/api/auth/sign-out");
  notifySessionChange();
  if (!outcome.ok) {
    showToast("error", authMessages.signOutFailed);
    return;
  }
  showToast("success", authMessages.signedOut);
}
