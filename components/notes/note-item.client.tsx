"use client";

import { Bookmark, Pencil, Trash2 } from "lucide-react";
import type { Route } from "next";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatSpan, momentAddress } from "@/lib/notes/markdown";
import { speakTime } from "@/lib/watching/times";
import { type Draft, dropDraft, keepDraft, readDraft } from "./draft.client";
import { NoteForm } from "./note-form.client";
import type { ShownNote } from "./use-notes.client";

type NoteItemProps = {
  note: ShownNote;
  /** The signed-in account, null for a visitor; undefined until it is known. */
  owner: string | null | undefined;
  /** Plays from the note's time; without it the note's time is a link. */
  onTime?: () => void;
  /** Called when the note's form opens and closes. */
  onEdit: (note: ShownNote, isEdited: boolean) => void;
  /** Resolves with whether the note was saved. */
  onSave: (note: ShownNote) => Promise<boolean>;
  onRemove: () => void;
};

/** A note in a list: its time, its text, and what can be done with it. */
export function NoteItem({ note, owner, onTime, onEdit, onSave, onRemove }: NoteItemProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const { id } = note;
  const takeUpDraft = useEffectEvent((kept: Draft) => {
    setDraft((written) => written ?? kept);
    onEdit(note, true);
  });
  useEffect(() => {
    // What was typed before the page was left, or before a search hid the note.
    const kept = owner === undefined ? null : readDraft(id, owner);
    if (kept) takeUpDraft(kept);
  }, [id, owner]);
  const change = (changed: Draft | null) => {
    setDraft(changed);
    onEdit(note, changed !== null);
    const isUnsaved = changed && (changed.body !== note.body || changed.until !== note.until);
    keepDraft(id, owner ?? null, isUnsaved ? changed : null);
  };
  const close = () => {
    change(null);
    // After the edit button has been rendered again.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>("[data-edit]")?.focus());
  };
  const saveDraft = async ({ until, body, version }: Draft) => {
    const isSaved = await onSave({ ...note, until, body, version });
    if (isSaved) dropDraft(id, note);
    return isSaved;
  };
  const remove = () => {
    const notes = [...document.querySelectorAll<HTMLElement>("[data-edit]")];
    const own = notes.findIndex((button) => place.current?.contains(button));
    onRemove();
    // The button that had the focus is removed with the note.
    const heading = document.querySelector("h1");
    if (heading) heading.tabIndex = -1;
    (
      notes[own + 1] ??
      notes[own - 1] ??
      document.querySelector<HTMLElement>("[data-note]") ??
      heading
    )?.focus();
  };
  if (draft) {
    return (
      <div ref={place}>
        <NoteForm
          draft={draft}
          savedBody={note.body}
          takesFocus="from none"
          onChange={change}
          onSave={(body) => saveDraft({ ...draft, body })}
          onClose={close}
        />
      </div>
    );
  }
  // Beside the player they are all of one lecture.
  const which = `the note at ${speakTime(note.seconds)}${onTime ? "" : ` of ${note.lectureName}`}`;
  return (
    <div ref={place} className="flex flex-wrap items-start gap-x-2 sm:flex-nowrap">
      <div className="shrink-0 sm:min-w-28">
        <NoteTime note={note} onTime={onTime} />
      </div>
      <div className="relative min-w-0 grow py-2.5 max-sm:order-last max-sm:basis-full max-sm:pt-0">
        {note.body ? (
          <p dir="auto" className="max-w-prose leading-relaxed break-words whitespace-pre-wrap">
            {note.body}
          </p>
        ) : (
          <p className="flex min-h-6 items-center gap-1.5 text-quiet">
            <Bookmark aria-hidden="true" className="size-4" />
            Bookmark
          </p>
        )}
        {/* In the space beneath the text: nothing moves when the note is saved. */}
        {note.isUnsent ? (
          <p className="absolute -bottom-1 text-xs leading-3 text-quiet print:hidden">Not saved yet</p>
        ) : null}
      </div>
      <div className="ml-auto flex shrink-0 print:hidden">
        <IconButton label={`Edit ${which}`} isEdit onClick={() => change(note)}>
          <Pencil aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton label={`Delete ${which}`} onClick={remove}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}

const timeLook =
  "-ml-2 inline-flex min-h-11 items-center rounded-md px-2 text-sm font-semibold text-board tabular-nums hover:bg-well";

function NoteTime({ note, onTime }: Pick<NoteItemProps, "note" | "onTime">) {
  const time = formatSpan(note);
  if (onTime) {
    return (
      <button type="button" onClick={onTime} className={timeLook}>
        <span className="sr-only">Play from </span>
        {time}
      </button>
    );
  }
  const address = momentAddress(note);
  if (!address)
    return <span className="flex min-h-11 items-center text-sm font-semibold tabular-nums">{time}</span>;
  return address.startsWith("/") ? (
    <a href={address as Route} className={timeLook}>
      {time}
    </a>
  ) : (
    <a href={address} rel="external noreferrer" target="_blank" className={timeLook}>
      {time}
      <span className="sr-only"> on YouTube</span>
    </a>
  );
}

type IconButtonProps = { label: string; isEdit?: boolean; onClick: () => void; children: ReactNode };

function IconButton({ label, isEdit, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-edit={isEdit ? "" : undefined}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-md text-quiet hover:bg-well hover:text-ink"
    >
      {children}
    </button>
  );
}
