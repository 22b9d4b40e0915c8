"use client";

import { useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { writtenMeanwhile } from "@/lib/api/messages";
import { type FieldsDraft, forgetDraft, useDraft } from "./draft.client";
import { withLineBreaksOf } from "./line-breaks";

/** What was typed in fields, and what the page had in them. */
export type KeptFields = { texts: Record<string, string>; before: Record<string, unknown> };

type Options<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  defaultValues: DefaultValues<Input>;
  followsDefaults: boolean | undefined;
  draft: FieldsDraft | undefined;
  /** The draft as it was when the form was mounted. */
  kept: KeptFields | null | undefined;
};

/**
 * Keeps what is typed in a form as its draft says. A form that follows its default values gets the kept text back in its
 * fields, and says beside a field what another editor has saved there meanwhile.
 */
export function useUnsentText<Input extends FieldValues, Output>(options: Options<Input, Output>) {
  const { form, defaultValues, followsDefaults, draft, kept } = options;
  const { getValues, setError, setValue } = form;
  const [isRestored, setIsRestored] = useState(false);
  const shown = useRef<Record<string, unknown>>(defaultValues);

  /** Whether the user has typed something else into a field than the page has. */
  const isChanged = (field: string) =>
    withLineBreaksOf(defaultValues, getValues())[field] !== defaultValues[field];

  const readFields = () => {
    const fields = draft?.fields.filter((field) => !followsDefaults || isChanged(field)) ?? [];
    if (fields.length === 0) return null;
    const pick = (values: Record<string, unknown>) =>
      Object.fromEntries(fields.map((field) => [field, values[field]]));
    return { texts: pick(getValues()), before: pick(defaultValues) };
  };
  // A field that starts without a value is empty.
  const isTyped = () =>
    draft?.fields.some(
      (field) => isChanged(field) && (getValues(field as Path<Input>) ?? "") !== (defaultValues[field] ?? ""),
    ) ?? false;
  useDraft(draft, readFields, isTyped);

  /** @param before the default values that the user has seen */
  function showOthers(before: Record<string, unknown>): void {
    for (const field of Object.keys(before)) {
      if (before[field] === defaultValues[field] || !isChanged(field)) continue;
      setError(field as Path<Input>, { message: writtenMeanwhile(String(defaultValues[field])) });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the user types anything
  useEffect(() => {
    if (!followsDefaults || !kept) return;
    for (const [field, text] of Object.entries(kept.texts))
      setValue(field as Path<Input>, text as PathValue<Input, Path<Input>>, { shouldDirty: true });
    // What was being saved when the page was left may have been saved.
    setIsRestored(Object.keys(kept.texts).some(isChanged));
    showOthers(kept.before);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page is refreshed
  useEffect(() => {
    if (followsDefaults) showOthers(shown.current);
    shown.current = defaultValues;
  }, [JSON.stringify(defaultValues)]);

  return {
    /** Whether kept text is in the fields. */
    isRestored,
    /** To be called with the values that were saved. */
    settle(saved: Input): void {
      shown.current = { ...shown.current, ...saved };
      setIsRestored(false);
      if (draft) forgetDraft(draft);
    },
    /** Takes back all that was changed since the last save. */
    discard(): void {
      form.reset(defaultValues as Input, { keepDirtyValues: false, keepFieldsRef: true });
      setIsRestored(false);
    },
  };
}
