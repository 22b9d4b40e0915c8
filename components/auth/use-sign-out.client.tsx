"use client";

import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { send } from "@/components/api/calls.client";
import { hasUnsentText } from "@/components/api/draft.client";
import { keep, listKept, readKept } from "@/components/api/kept.client";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { sendBeforeSignOut } from "@/components/api/senders.client";
import { getAccountId, notifySessionChange } from "@/components/api/session.client";
import { focusMain } from "@/components/ui/focus-main";
import { showToast } from "@/components/ui/toast";
import { useOpening } from "@/components/ui/use-opening.client";
import { authMessages } from "@/lib/auth/messages";
import { NOTE_DRAFTS, UNSENT_NOTES } from "@/lib/notes/storage";
import { forgetEntriesOf, hasEntriesOf } from "@/lib/stored-entries";
import { forgetContinuing } from "@/lib/watching/reserved-space";
import { UNSENT } from "@/lib/watching/storage";

const Question = lazy(() =>
  loadWithRetry(() =>
    import("./sign-out-question.client").then((file) => ({ default: file.SignOutQuestion })),
  ),
);

/**
 * Signs the user out. Notes that the server does not have would be deleted with the rest that this device holds of the
 * account, and what was typed in a form of the page goes with it, so the user is asked first.
 * @returns `signOut`, and `question` to be rendered, which is null while nothing is asked
 */
export function useSignOut(): { signOut: () => Promise<void>; question: ReactNode } {
  const { opened, open, close } = useOpening();
  const opener = useRef<HTMLElement>(null);
  const [hasNotes, setHasNotes] = useState(false);
  const signOut = async () => {
    const account = getAccountId();
    const isSent = await sendBeforeSignOut();
    const hasDraft = ownDrafts(account).some(isWritten);
    const losesNotes = !isSent || hasDraft || hasEntriesOf(account, UNSENT_NOTES);
    if (!losesNotes && !hasUnsentText()) return end(account);
    setHasNotes(losesNotes);
    opener.current = document.activeElement as HTMLElement | null;
    open(true);
  };
  const confirm = () => {
    close();
    void end(getAccountId());
  };
  const question = opened ? (
    <Suspense>
      <Question hasNotes={hasNotes} opener={opener} onClose={close} onConfirm={confirm} />
    </Suspense>
  ) : null;
  return { signOut, question };
}

type Draft = { owner?: string | null; body?: string } | null;

/** The names of the notes that were begun in this tab and not saved, but for those of another account. */
function ownDrafts(account: string | undefined): string[] {
  return listKept(NOTE_DRAFTS).filter((name) => {
    const { owner } = (readKept(name) as Draft) ?? {};
    return !owner || owner === account;
  });
}

const isWritten = (name: string) => Boolean((readKept(name) as Draft)?.body?.trim());

async function end(account: string | undefined): Promise<void> {
  const outcome = await send("POST", "/api/auth/sign-out");
  // A button of the page goes away with the session; the account menu sees to its own focus.
  if (outcome.ok && document.activeElement?.closest("main")) focusMain();
  notifySessionChange();
  if (!outcome.ok) {
    showToast("error", authMessages.signOutFailed);
    return;
  }
  forgetEntriesOf(account, UNSENT);
  forgetContinuing();
  forgetEntriesOf(account, UNSENT_NOTES);
  for (const name of ownDrafts(account)) keep(name, null);
  showToast("success", authMessages.signedOut);
}
