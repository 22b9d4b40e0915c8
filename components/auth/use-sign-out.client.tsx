"use client";

import { lazy, type ReactNode, Suspense, useRef } from "react";
import { sendBeforeSignOut } from "@/components/api/before-sign-out.client";
import { send } from "@/components/api/calls.client";
import { forgetKept, listKept, readKept } from "@/components/api/kept.client";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { notifySessionChange } from "@/components/api/session.client";
import { focusMain } from "@/components/ui/focus-main";
import { showToast } from "@/components/ui/toast";
import { useOpening } from "@/components/ui/use-opening.client";
import { authMessages } from "@/lib/auth/messages";
import { forgetUnsentNotes, hasUnsentNotes } from "@/lib/notes/storage";
import { forgetContinuing } from "@/lib/watching/reserved-space";
import { forgetUnsent } from "@/lib/watching/storage";

const Question = lazy(() =>
  loadWithRetry(() =>
    import("./sign-out-question.client").then((file) => ({ default: file.SignOutQuestion })),
  ),
);

/**
 * Signs the user out. Notes that the server does not have would be deleted with the rest that this device holds of the
 * account, so the user is asked first.
 * @returns `signOut`, and `question` to be rendered, which is null while nothing is asked
 */
export function useSignOut(): { signOut: () => Promise<void>; question: ReactNode } {
  const { opened, open, close } = useOpening();
  const opener = useRef<HTMLElement>(null);
  const signOut = async () => {
    await sendBeforeSignOut();
    if (!hasUnsentNotes() && !hasDraftOfNote()) return end();
    opener.current = document.activeElement as HTMLElement | null;
    open(true);
  };
  const confirm = () => {
    close();
    void end();
  };
  const question = opened ? (
    <Suspense>
      <Question opener={opener} onClose={close} onConfirm={confirm} />
    </Suspense>
  ) : null;
  return { signOut, question };
}

const DRAFTS = "note-draft-";

/** Whether a note was begun in this tab and not saved. */
function hasDraftOfNote(): boolean {
  return listKept(DRAFTS).some((name) => (readKept(name) as { body?: string } | null)?.body?.trim());
}

async function end(): Promise<void> {
  const outcome = await send("POST", "/api/auth/sign-out");
  // A button of the page goes away with the session; the account menu sees to its own focus.
  if (outcome.ok && document.activeElement?.closest("main")) focusMain();
  notifySessionChange();
  if (!outcome.ok) {
    showToast("error", authMessages.signOutFailed);
    return;
  }
  forgetUnsent();
  forgetContinuing();
  forgetUnsentNotes();
  forgetKept(DRAFTS);
  showToast("success", authMessages.signedOut);
}
