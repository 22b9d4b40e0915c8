"use client";

import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { LONGEST_BODY } from "@/lib/notes/body";
import { formatSpan } from "@/lib/notes/markdown";
import { speakTime } from "@/lib/watching/times";
import type { Draft } from "./draft.client";
import { noteFieldLook } from "./note-field";

type NoteFormProps = {
  draft: Draft;
  /** The text of the note as it is saved, if it is. */
  savedBody?: string;
  /** Returns the player's position in seconds. Without it the end of a note cannot be set. */
  position?: () => number | undefined;
  onChange: (draft: Draft) => void;
  /**
   * Called with the typed text, without white space at its end. Until it resolves, with whether the note was saved, the
   * text cannot be changed.
   */
  onSave: (body: string) => Promise<boolean>;
  onClose: () => void;
  /** Whether it takes the focus when it is mounted: always, only if no other element has it, or never. */
  takesFocus: "always" | "from none" | "never";
  children?: ReactNode;
};

/** The form in which a note is written. */
export function NoteForm({
  draft,
  savedBody = "",
  position,
  onChange,
  onSave,
  onClose,
  takesFocus,
  children,
}: NoteFormProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isSaving, setIsSaving] = useState(false);
  const takeFocus = useEffectEvent(() => {
    if (takesFocus === "never") return;
    if (takesFocus === "from none" && document.activeElement !== document.body) return;
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
    // The focus brings only the field into view, and not the buttons below it.
    current?.form?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => takeFocus(), []);
  const setEnd = () => {
    const end = position?.();
    if (end !== undefined) onChange({ ...draft, until: end > draft.seconds ? end : null });
    field.current?.focus();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setIsSaving(true);
    const isSaved = await onSave(draft.body.trimEnd());
    setIsSaving(false);
    // A form that was cancelled meanwhile is gone; another one may be open in its place.
    if (isSaved && field.current) onClose();
  };
  return (
    <form method="dialog" aria-label="Note" className="py-3" onSubmit={save}>
      <div className="flex flex-wrap items-center gap-x-3 text-sm">
        {position ? (
          <button
            type="button"
            onClick={setEnd}
            className="-ml-2 min-h-11 rounded-md px-2 font-semibold text-board tabular-nums hover:bg-well"
          >
            {formatSpan(draft)}
            <span className="font-normal text-quiet">
              {" "}
              {draft.until === null ? "· set its end" : "· move its end"}
            </span>
          </button>
        ) : (
          <span className="flex min-h-11 items-center font-semibold tabular-nums">{formatSpan(draft)}</span>
        )}
      </div>
      <label htmlFor={id} className="sr-only">
        Note at {speakTime(draft.seconds)}
      </label>
      <textarea
        ref={field}
        id={id}
        value={draft.body}
        maxLength={LONGEST_BODY}
        readOnly={isSaving}
        dir="auto"
        placeholder="Leave it empty for a bookmark"
        onChange={({ target }) => onChange({ ...draft, body: target.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
          const isUnchanged = draft.body.trim() === "" || draft.body === savedBody;
          if (event.key === "Escape" && isUnchanged) onClose();
        }}
        className={noteFieldLook}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <button type="submit" className={buttonClasses("solid")}>
          {draft.body.trim() === "" ? "Save bookmark" : "Save note"}
        </button>
        <button type="button" onClick={onClose} className={buttonClasses("outline")}>
          Cancel
        </button>
        {children}
      </div>
    </form>
  );
}
