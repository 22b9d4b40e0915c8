"use client";

import { type ChangeEvent, type ClipboardEvent, type RefCallback, useEffect, useRef, useState } from "react";
import { TextArea, TextField } from "@/components/ui/text-field";
import { announceRemaining, countCut, describeCut, pastedLength } from "@/lib/admin/text-limits";
import { countOf } from "@/lib/catalogue/display";

type LimitedFieldProps = {
  label: string;
  name: string;
  ref: RefCallback<HTMLInputElement & HTMLTextAreaElement>;
  onChange: (event: ChangeEvent) => void;
  limit: number;
  isLong?: boolean;
};

/** A field for at most `limit` characters that shows how many are used, and how much of a paste did not fit. */
export function LimitedField({ label, name, ref, onChange, limit, isLong }: LimitedFieldProps) {
  const [length, setLength] = useState(0);
  const [cut, setCut] = useState(0);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  // The field may already contain text: typed before hydration, or restored from a draft.
  useEffect(() => setLength(input.current?.value.length ?? 0), []);

  function onPaste({ clipboardData, currentTarget }: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
    const { value, selectionStart, selectionEnd } = currentTarget;
    const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
    const added = pastedLength(clipboardData.getData("text"), isLong === true);
    setCut(countCut(added, { length: value.length, selected, limit }));
  }

  function change(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    onChange(event);
    setLength(event.target.value.length);
    // The note about cut text disappears when the administrator types on.
    if ((event.nativeEvent as InputEvent).inputType !== "insertFromPaste") setCut(0);
  }

  const field = {
    label,
    name,
    ref: (element: (HTMLInputElement & HTMLTextAreaElement) | null) => {
      input.current = element;
      ref(element);
    },
    maxLength: limit,
    autoComplete: "off",
    hint: `${length} of ${limit} characters`,
    onPaste,
    onChange: change,
  };
  return (
    <div>
      {isLong ? <TextArea {...field} /> : <TextField {...field} />}
      {cut > 0 ? <p className="mt-1 text-sm text-fault">{describeCut(cut)}</p> : null}
      <p role="status" className="sr-only">
        {cut > 0 ? `Too long: ${countOf(cut, "character")} left out.` : announceRemaining(length, limit)}
      </p>
    </div>
  );
}
