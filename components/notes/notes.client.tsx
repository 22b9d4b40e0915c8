"use client";
// On every lecture's page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { loadWithRetry } from "@/components/api/load-with-retry.client";
import { remember } from "@/components/api/remembered.client";
import { tryLoad } from "@/components/api/try-load.client";
import { askForNote, readPlayer, subscribeToPlayer, wantPlayer, whenNoteAsked } from "./beside-player.client";
import { noteFieldLook } from "./note-field";
import type { Asked, NotedLecture } from "./notes-panel.client";

const loadPanel = () => import("./notes-panel.client").then(({ NotesPanel }) => ({ default: NotesPanel }));
const Panel = lazy(() => loadWithRetry(loadPanel));

const timeOf = () => readPlayer()?.time;
const none = () => undefined;

type NotesProps = {
  lecture: NotedLecture;
  /** Rendered on the server: the browser needs no script for them. */
  icons: { write: ReactNode; open: ReactNode };
  look: string;
};

/**
 * The notes beside a player. The panel is loaded once it is opened. This device remembers that it is open: `data-notes` on the
 * document, set before the first paint, reserves its space.
 */
export function Notes({ lecture, icons, look }: NotesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  /** What was typed before the panel was loaded. */
  const early = useRef("");
  const time = useSyncExternalStore(subscribeToPlayer, timeOf, none);
  const turn = (open: boolean) => {
    setIsOpen(open);
    document.documentElement.toggleAttribute("data-notes", open);
    remember("notes:open", open);
    if (open) {
      wantPlayer();
      // Without a network there is nothing in the panel yet, which is said.
      void tryLoad(loadPanel);
    } else setAsked(undefined);
  };
  const takeTyped = () => {
    const typed = early.current;
    early.current = "";
    return typed;
  };
  const start = useEffectEvent(() => {
    if ("notes" in document.documentElement.dataset) turn(true);
    whenNoteAsked(() => {
      turn(true);
      // The note's time is that of the press, even if the panel is loaded later.
      setAsked({ seconds: readPlayer()?.seconds, takeTyped, focused: document.activeElement });
    });
  });
  useEffect(() => start(), []);
  return (
    <div className="needs-script print:hidden rounded-xl border border-line bg-card">
      <div className="flex flex-wrap items-center justify-between gap-2 p-2 pl-4">
        <h2 className="font-serif text-lg font-semibold">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="notes"
            onClick={() => turn(!isOpen)}
            className="group flex min-h-11 items-center gap-2 rounded-md pr-2 hover:text-board"
          >
            Notes
            {icons.open}
          </button>
        </h2>
        <button type="button" data-note="" onClick={askForNote} className={look}>
          {icons.write}
          {time ? `Note at ${time}` : "Add a note"}
        </button>
      </div>
      <div id="notes" className="hidden min-h-[calc(3.5rem+1px)] border-t border-line in-data-notes:block">
        {isOpen ? (
          <Suspense fallback={asked ? <EarlyField onType={(text) => (early.current = text)} /> : null}>
            <Panel lecture={lecture} asked={asked} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}

/** Stands in for the form of a note while the panel is loaded: what is typed after the press is the note's. */
function EarlyField({ onType }: { onType: (text: string) => void }) {
  return (
    <div className="px-4 pt-14 pb-3">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the press asks for a field to type in
        autoFocus
        aria-label="Note"
        dir="auto"
        onChange={({ target }) => onType(target.value)}
        className={noteFieldLook}
      />
    </div>
  );
}
