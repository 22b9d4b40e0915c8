"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isRemembered, remember } from "@/components/api/remembered.client";
import { useSignedIn } from "@/components/api/session.client";
import { useViewer } from "@/components/auth/use-viewer.client";
import { TryAgain } from "@/components/ui/try-again.client";
import { noteMessages } from "@/lib/notes/messages";
import { routes } from "@/lib/routes";
import { parseTimeHash } from "@/lib/watching/times";
import { readPlayer, subscribeToPlayer, wantPlayer } from "./beside-player.client";
import { type Draft, dropDraft, isDraftHeld, keepDraft, readDraft } from "./draft.client";
import { HeldText } from "./held-text";
import { NoteForm } from "./note-form.client";
import { NoteItem } from "./note-item.client";
import { useNotes } from "./use-notes.client";

/** The lecture that notes are taken in. */
export type NotedLecture = {
  recordId: number;
  videoId: string;
  courseId: string;
  courseName: string;
  institution: string | null;
  lectureId: string;
  lectureName: string;
};

/**
 * A request for a note, a new object each time. `seconds` is undefined if the player's position was unknown;
 * `takeTyped` returns, once, what was typed since the request; `focused` is what had the focus then.
 */
export type Asked = { seconds: number | undefined; takeTyped(): string; focused: Element | null };

type NotesPanelProps = { lecture: NotedLecture; asked: Asked | undefined };

/** The notes of a lecture, and the form to write one. */
export function NotesPanel({ lecture, asked }: NotesPanelProps) {
  const { recordId } = lecture;
  const isSignedIn = useSignedIn();
  const viewer = useViewer();
  const owner = viewer?.id ?? null;
  const { notes, isHeld, hasFailed, readAgain, edit, save, remove } = useNotes(lecture.courseName);
  const [draft, setDraft] = useState<Draft | null>(null);
  /**
   * The draft begun on this page, if the focus has not moved since the request. Another one is of an earlier visit: the
   * learner may have come back to watch.
   */
  const [begunId, setBegunId] = useState<string>();
  const [pauses, setPauses] = useState(() => isRemembered("notes:pause"));
  const [said, setSaid] = useState("");
  /** Whether what an account was writing here is kept until it is back. */
  const [holdsDraft, setHoldsDraft] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const hasPaused = useRef(false);

  const change = (changed: Draft | null) => {
    setDraft(changed);
    keepDraft(recordId, owner, changed);
  };
  const pause = () => {
    const player = readPlayer();
    if (!player?.isPlaying) return;
    player.pause();
    hasPaused.current = true;
  };
  const begin = useEffectEvent(({ seconds, takeTyped, focused }: Asked) => {
    setSaid("");
    const isWaitedFor = [focused, document.body].includes(document.activeElement);
    if (draft) {
      if (isWaitedFor) place.current?.querySelector("textarea")?.focus();
      return;
    }
    const at = seconds ?? parseTimeHash(location.hash) ?? 0;
    // A note that was begun before the panel was closed is gone on with.
    const kept = readDraft(recordId, owner);
    const begun = kept ?? { id: crypto.randomUUID(), seconds: at, until: null, body: "" };
    setBegunId(isWaitedFor ? begun.id : undefined);
    change({ ...begun, body: begun.body + takeTyped() });
    if (pauses) pause();
  });
  const end = () => {
    change(null);
    if (hasPaused.current) readPlayer()?.play();
    hasPaused.current = false;
    // The field that had the focus is gone.
    place.current?.parentElement?.parentElement?.querySelector<HTMLElement>("[data-note]")?.focus();
  };
  const keepNote = async (body: string) => {
    if (!draft) return false;
    const isKept = await save({ ...lecture, ...draft, body, createdAt: Date.now() });
    if (isKept) {
      // Here too: the panel may have been closed meanwhile.
      dropDraft(recordId, draft);
      setSaid(body ? "Note added" : "Bookmark added");
    }
    return isKept;
  };
  const answered = useRef<Asked>(undefined);
  useEffect(() => {
    // A kept draft shows whether it is this account's once the account is known.
    const mustWait = isSignedIn && !owner && isDraftHeld(recordId);
    if (!asked || asked === answered.current || mustWait) return;
    answered.current = asked;
    begin(asked);
  }, [asked, isSignedIn, owner, recordId]);
  const writer = useRef(owner);
  const takeUpDraft = useEffectEvent(() => {
    // What was written stays kept for its account, and the next one does not get it. A form without text stays open.
    if (writer.current && writer.current !== owner)
      setDraft((written) => (written?.body.trim() ? null : written));
    writer.current = owner;
    const kept = readDraft(recordId, owner);
    setHoldsDraft(!owner && isDraftHeld(recordId));
    if (kept) setDraft((written) => written ?? kept);
  });
  useEffect(() => {
    if (!isSignedIn || owner) takeUpDraft();
  }, [isSignedIn, owner]);

  const own = notes
    ?.filter((note) => note.recordId === recordId)
    // The course may have another name since the page was loaded.
    .map((note) => ({ ...note, courseName: lecture.courseName }))
    .toSorted((a, b) => a.seconds - b.seconds || a.createdAt - b.createdAt);
  return (
    <div ref={place} className="px-4 pb-3">
      <p role="status" className="sr-only">
        {said}
      </p>
      {draft ? (
        <NoteForm
          draft={draft}
          takesFocus={draft.id === begunId ? "always" : "never"}
          position={() => readPlayer()?.seconds}
          onChange={change}
          onSave={keepNote}
          onClose={end}
        >
          <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={pauses}
              onChange={({ target }) => {
                setPauses(target.checked);
                remember("notes:pause", target.checked);
                if (target.checked) pause();
              }}
              className="size-5 accent-board"
            />
            Pause while I write
          </label>
        </NoteForm>
      ) : null}
      <p role="status" className="py-3 text-sm text-pretty empty:absolute">
        {holdsDraft || isHeld ? <HeldText isDraft={holdsDraft} path={location.pathname} /> : null}
      </p>
      {hasFailed ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm">
          {noteMessages.notLoaded}
          <TryAgain
            look="min-h-11 font-semibold text-board underline underline-offset-4"
            onPress={readAgain}
          />
        </p>
      ) : null}
      {own && own.length > 0 ? (
        <ul
          aria-label="Notes in this lecture"
          className="divide-y divide-line lg:max-h-96 lg:overflow-y-auto"
        >
          {own.map((note) => (
            <li key={note.id} className="py-1">
              <NoteItem
                note={note}
                owner={isSignedIn ? viewer?.id : null}
                onTime={() => goTo(note.seconds)}
                onEdit={edit}
                onSave={save}
                onRemove={() => remove(note)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <p className="flex min-h-11 flex-wrap items-center gap-x-4 text-sm text-quiet empty:hidden">
        {own?.length === 0 && !draft && !isHeld && !holdsDraft ? (
          <span>No notes in this lecture yet.</span>
        ) : null}
        {notes && notes.length > 0 ? (
          <a
            href={routes.notes()}
            className="inline-flex min-h-11 items-center font-semibold text-board underline-offset-4 hover:underline"
          >
            All my notes
          </a>
        ) : null}
      </p>
    </div>
  );
}

/** Scrolls the player into view, and plays from a time as soon as the player is offered. */
function goTo(seconds: number): void {
  const go = () => {
    const player = readPlayer();
    player?.goTo(seconds);
    return player !== undefined;
  };
  document.querySelector("iframe[data-poster]")?.scrollIntoView({ block: "nearest" });
  if (go()) return;
  const stop = subscribeToPlayer(() => {
    if (go()) stop();
  });
  wantPlayer();
}
