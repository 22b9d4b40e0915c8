"use client";

import { useEffect, useEffectEvent } from "react";
import { keep, listKept, readKept } from "./kept.client";
import { hasSessionEnded, isSignedIn } from "./session.client";

/** A form whose text is kept in this tab if it goes away before the text is sent. */
export type Draft = {
  /** Identifies the form. */
  form: string;
  /** Id of the user who types in it. Another user of the same tab does not get the text. */
  owner: string;
  /** Whether the text is kept whenever the user leaves the page, and not only if their session ends. */
  outlivesPage?: boolean;
};

/** A draft of some fields of a form, all of them text, and none secret. */
export type FieldsDraft = Draft & { fields: readonly string[] };

const nameOf = ({ form, owner }: Draft) => `draft-${form}-${owner}`;

/** What was typed; null if nothing was kept. */
export function readDraft<Typed>(draft: Draft): Typed | null {
  return readKept(nameOf(draft)) as Typed | null;
}

/** What was typed in all forms of this user whose names begin with `prefix`. */
export function readDrafts<Typed>(prefix: string, owner: string): Typed[] {
  return listKept(`draft-${prefix}`)
    .filter((name) => name.endsWith(`-${owner}`))
    .map((name) => readKept(name) as Typed)
    .filter((typed) => typed !== null);
}

/** Forgets what was typed, once it was sent: the form may have gone away before the response. */
export function forgetDraft(draft: Draft): void {
  keep(nameOf(draft), null);
}

/** The forms of this page that keep a draft: whether each has text that was not sent. */
const forms = new Set<() => boolean>();

/** Whether a form of this page has text that was typed and not sent. */
export const hasUnsentText = () => [...forms].some((isTyped) => isTyped());

/**
 * @param read returns what is typed in the form; null if nothing is to be kept
 * @param isTyped whether it is something that the user has typed; by default if there is anything to be kept
 */
export function useDraft(
  draft: Draft | undefined,
  read: () => object | null,
  isTyped = () => read() !== null,
): void {
  const readLatest = useEffectEvent(read);
  const isTypedLatest = useEffectEvent(isTyped);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is one user's for as long as it is there
  useEffect(() => {
    if (!draft) return;
    keep(nameOf(draft), null);
    const form = () => isTypedLatest();
    forms.add(form);
    const write = () => {
      const lasts = hasSessionEnded() || (draft.outlivesPage && isSignedIn());
      keep(nameOf(draft), lasts ? readLatest() : null);
    };
    const writeIfHidden = () => document.visibilityState === "hidden" && write();
    if (draft.outlivesPage) {
      window.addEventListener("pagehide", write);
      // A phone discards a tab in the background without another event.
      document.addEventListener("visibilitychange", writeIfHidden);
    }
    return () => {
      forms.delete(form);
      window.removeEventListener("pagehide", write);
      document.removeEventListener("visibilitychange", writeIfHidden);
      write();
    };
  }, []);
}
