"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { keepSending } from "@/components/api/senders.client";
import { usePersonalKey, useSignedIn } from "@/components/api/session.client";
import { useViewerQuery } from "@/components/auth/use-viewer.client";
import { showToast } from "@/components/ui/toast";
import { apiMessages } from "@/lib/api/messages";
import { noteMessages } from "@/lib/notes/messages";
import { placeNote, sortNotes } from "@/lib/notes/order";
import { UNSENT_NOTES } from "@/lib/notes/storage";
import type { ListedNote } from "@/lib/notes/types";
import {
  deviceNotes,
  notesPath,
  sendNote,
  sendNotes,
  unsentNotes,
  writeDeviceNote,
} from "./stored-notes.client";

/** A note as it is shown; `isUnsent` is true until the server, or a visitor's device, has stored it. */
export type ShownNote = ListedNote & { isUnsent?: boolean };

const nothing = {};
const none = () => nothing as never;

/**
 * The sorted notes of the signed-in learner, or for a visitor of this device; only those of `course` if it is given.
 * A change is shown at once, and sent as soon as the server can be reached.
 */
export function useNotes(course?: string) {
  const isSignedIn = useSignedIn();
  const { data: viewer, mutate: readViewer } = useViewerQuery();
  const owner = viewer?.id;
  const { data, error, mutate } = useSWR<{ notes: ListedNote[] }>(usePersonalKey(notesPath(course)), load, {
    shouldRetryOnError: false,
  });
  const onDevice = useSyncExternalStore(deviceNotes.subscribe, deviceNotes.read, none);
  const unsent = useSyncExternalStore(unsentNotes.subscribe, unsentNotes.read, none);
  /** The notes that are being changed here, as they were read. */
  const [edited, setEdited] = useState<Record<string, ShownNote>>({});
  useEffect(() => {
    if (owner) return keepSending(() => sendNotes(owner, { sendsRefused: true }));
  }, [owner]);
  useEffect(() => {
    // Another tab has sent a note. Of many, only the last one is followed by a request.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === UNSENT_NOTES && (newValue?.length ?? 0) < (oldValue?.length ?? 0)) {
        clearTimeout(timer);
        timer = setTimeout(() => void mutate(), 300);
      }
    };
    addEventListener("storage", onStorage);
    return () => {
      clearTimeout(timer);
      removeEventListener("storage", onStorage);
    };
  }, [mutate]);

  const isShown = (note: ListedNote) => course === undefined || note.courseName === course;
  let notes: ShownNote[] | undefined;
  if (!isSignedIn) {
    const shown = Object.values(onDevice).filter(isShown);
    notes = sortNotes(shown.map((note) => ({ ...note, isUnsent: deviceNotes.isPending(note.id) })));
  } else {
    notes = data?.notes;
    for (const [id, { note, owner: writer, version }] of Object.entries(unsent)) {
      if (writer !== owner) continue;
      if (!note) notes = notes?.filter((other) => other.id !== id);
      else if (isShown(note)) notes = placeNote(notes ?? [], { ...note, version, isUnsent: true });
    }
  }
  for (const note of Object.values(edited)) {
    // Deleted elsewhere meanwhile, it stays, with what was typed, until its form is closed.
    if (notes && isShown(note) && !notes.some(({ id }) => id === note.id)) notes = placeNote(notes, note);
  }

  /** Stores a note, or deletes it. Resolves with whether that succeeded. */
  const write = async (note: ListedNote, isDeleted = false): Promise<boolean> => {
    if (!isSignedIn) {
      const isKept = writeDeviceNote(note, isDeleted);
      if (!isKept) showToast("error", noteMessages.deviceFull);
      return isKept;
    }
    // Right after the page has loaded, the account may not be known yet.
    const writer = owner ?? (await readViewer())?.id;
    if (writer === undefined) {
      showToast("error", apiMessages.unreachable);
      return false;
    }
    const isSafe = await sendNote(writer, note, isDeleted);
    if (!isSafe) showToast("error", noteMessages.saveFailed);
    return isSafe;
  };
  return {
    /** Undefined while they are loading. */
    notes,
    /** Whether this device keeps notes of an account that is signed out. */
    isHeld: !isSignedIn && Object.values(unsent).some(({ note }) => note && isShown(note)),
    hasFailed: isSignedIn && !data && error !== undefined,
    readAgain: () => void mutate(),
    /** Told when a note's form opens and closes. */
    edit: (note: ShownNote, isEdited: boolean) =>
      setEdited(({ [note.id]: before, ...others }) =>
        isEdited ? { ...others, [note.id]: before ?? note } : others,
      ),
    save: ({ isUnsent: _, ...note }: ShownNote) => write(note),
    remove: async ({ isUnsent: _, ...note }: ShownNote) => {
      if (!(await write(note, true))) return;
      const undo = () => void write(note);
      const message = note.body ? noteMessages.deleted : noteMessages.bookmarkDeleted;
      void showToast("success", message, undefined, { label: "Undo", onClick: undo });
    },
  };
}
