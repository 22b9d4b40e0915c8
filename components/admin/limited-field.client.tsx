"use client";

import { type ChangeEvent, type ClipboardEvent, useState } from "react";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { announceRoom, countCut } from "@/lib/admin/text-limits";
import { countOf } from "@/lib/catalogue/display";

type LimitedFieldProps = { label: string; name: string; limit: number; isLong?: boolean };

/** A text of at most `limit` characters, with what is used of them. What is pasted beyond says so. */
export function LimitedField({ label, name, limit, isLong }: LimitedFieldProps) {
  const [length, setLength] = useState(0);
  const [cut, setCut] = useState(0);

  function onPaste({ clipboardData, currentTarget }: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
    const { value, selectionStart, selectionEnd } = currentTarget;
    const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
    setCut(countCut(clipboardData.getData("text").length, { length: value.length, selected, limit }));
  }

  function onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    setLength(target.value.length);
    // Whoever goes on has read it.
    if ((nativeEvent as InputEvent).inputType !== "insertFromPaste") setCut(0);
  }

  const field = {
    label,
    name,
    maxLength: limit,
    autoComplete: "off",
    hint: `${length} of ${limit} characters`,
    onPaste,
    onChange,
  };
  return (
    <div>
      {isLong ? <TextArea {...field} /> : <TextField {...field} />}
      {cut > 0 ? (
        <p className="mt-1 text-sm text-fault">
          The text was too long: {countOf(cut, "character")} at its end were left out.
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {cut > 0 ? `Too long: ${countOf(cut, "character")} left out.` : announceRoom(length, limit)}
      </p>
    </div>
  );
}
