"use client";

import { useEffect } from "react";
import { keep, readKept } from "./kept.client";
import { hasSessionEnded } from "./session.client";

/** The part of a form that is restored in the same tab if the user's session ends before the form is sent. */
export type Draft = {
  /** Identifies the form. */
  form: string;
  /** Id of the user who typed it. Another user of the same tab does not get the text. */
  owner: string;
  /** Text fields, none of them secret. */
  fields: readonly string[];
};

const nameOf = ({ form, owner }: Draft) => `draft-${form}-${owner}`;

/** What was typed, by field; null if nothing was kept. */
export function readDraft(draft: Draft): Record<string, string> | null {
  return readKept(nameOf(draft)) as Record<string, string> | null;
}

/** Keeps the fields of a form that is unmounted because the session has ended. */
export function useDraft(draft: Draft | undefined, getValue: (field: string) => unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is one user's for as long as it is there
  useEffect(() => {
    if (!draft) return;
    keep(nameOf(draft), null);
    return () => {
      if (!hasSessionEnded()) return;
      const values = draft.fields.map((field) => [field, getValue(field) || undefined]);
      keep(nameOf(draft), Object.fromEntries(values));
    };
  }, []);
}
