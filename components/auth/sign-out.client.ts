"use client";

import { mutate } from "swr";
import { showToast } from "@/components/ui/toast";
import { authMessages } from "@/lib/auth/messages";
import { send } from "./api.client";
import { announceSession } from "./session.client";

/** Signs out, here and in every other tab, and forgets what was read as this user. */
export async function signOut(): Promise<void> {
  const outcome = await send("POST", "/api/auth/sign-out");
  announceSession();
  if (!outcome.ok) {
    showToast("error", authMessages.signOutFailed);
    return;
  }
  await mutate(() => true, undefined, { revalidate: false });
  showToast("success", authMessages.signedOut);
}
