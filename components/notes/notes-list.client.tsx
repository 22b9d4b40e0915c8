"use client";

import { Download, NotebookPen, Printer } from "lucide-react";
import type { Route } from "next";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useSignedIn } from "@/components/api/session.client";
import { useViewer } from "@/components/auth/use-viewer.client";
import { buttonClasses } from "@/components/ui/button";
import { PageNotice } from "@/components/ui/page-notice";
import { TextField } from "@/components/ui/text-field";
import { TryAgain } from "@/components/ui/try-again.client";
import { countOf, displayName, formatCount } from "@/lib/catalogue/display";
import { firstCharacters } from "@/lib/first-characters";
import { type CourseNotes, groupNotes } from "@/lib/notes/markdown";
import { noteMessages } from "@/lib/notes/messages";
import { searchNotes } from "@/lib/notes/order";
import type { ListedNote } from "@/lib/notes/types";
import { routes } from "@/lib/routes";
import { copyNotes, downloadNotes } from "./export.client";
import { HeldText } from "./held-text";
import { NoteItem } from "./note-item.client";
import { NotesSkeleton } from "./notes-skeleton";
import { notesPath } from "./stored-notes.client";
import { type ShownNote, useNotes } from "./use-notes.client";

/** The most notes that are shown at first: more would be slow, and are hardly read. */
const SHOWN_NOTES = 500;

/** The most characters of a search that are kept in the address. */
const LENGTH_IN_ADDRESS = 200;

type Actions = Pick<ReturnType<typeof useNotes>, "edit" | "save" | "remove"> & {
  owner: string | null | undefined;
};

/** All notes of an account, or of a visitor's device, with search, print and export. */
export function NotesList() {
  const isSignedIn = useSignedIn();
  const viewer = useViewer();
  const owner = isSignedIn ? viewer?.id : null;
  const { notes, isHeld, hasFailed, readAgain, edit, save, remove } = useNotes();
  const [query, setQuery] = useQuery();
  const [isWhole, setIsWhole] = useState(false);
  const wanted = useDeferredValue(query);
  if (hasFailed) {
    return (
      <section role="alert" className="py-16 text-center">
        <p>{noteMessages.notLoaded}</p>
        <TryAgain look={buttonClasses("solid", "mt-6")} onPress={readAgain} />
      </section>
    );
  }
  if (!notes) {
    return (
      <>
        <p className="sr-only">Loading</p>
        <NotesSkeleton />
      </>
    );
  }
  const held = isHeld ? (
    <p className="mt-2 print:hidden">
      <HeldText isDraft={false} path={routes.notes()} />
    </p>
  ) : null;
  const hint = isSignedIn ? null : (
    <p className="mt-2 text-quiet print:hidden">
      {notes.length === 0 ? "Notes are" : "These are"} on this device alone.{" "}
      <a
        href={routes.signIn(routes.notes())}
        rel="nofollow"
        className="text-board underline underline-offset-4"
      >
        Sign in
      </a>{" "}
      to have your notes everywhere.
    </p>
  );
  if (notes.length === 0) {
    // Those that are kept for their account are not shown, and are none that are missing.
    if (held) return held;
    return (
      <>
        {hint}
        <PageNotice
          Icon={NotebookPen}
          level={2}
          title="No notes yet"
          hint="“Add a note” beneath the player of a lecture takes one, with the moment that plays."
        >
          <a href={routes.home()} className={buttonClasses("solid", "mt-8")}>
            Browse Courses
          </a>
        </PageNotice>
      </>
    );
  }
  const found = searchNotes(notes, wanted);
  const courses = groupNotes(notes);
  const shown = isWhole ? found : found.slice(0, SHOWN_NOTES);
  return (
    <>
      {held}
      {hint}
      <div className="mt-6 flex flex-wrap items-end gap-3 print:hidden">
        <div className="grow basis-72">
          <TextField
            label="Search your notes"
            type="search"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </div>
        <button type="button" onClick={() => print()} className={buttonClasses("outline", "h-12")}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </button>
        {isSignedIn ? (
          <a href={"/api/notes/export" as Route} download className={buttonClasses("outline", "h-12")}>
            <Download aria-hidden="true" className="size-4" />
            Download all
          </a>
        ) : (
          <button
            type="button"
            onClick={() => void downloadNotes(courses)}
            className={buttonClasses("outline", "h-12")}
          >
            <Download aria-hidden="true" className="size-4" />
            Download all
          </button>
        )}
      </div>
      <p role="status" className="mt-3 text-sm text-quiet print:hidden">
        {summaryOf(found.length, notes.length, wanted)}
      </p>
      {groupNotes(shown).map((course) => (
        <Course
          key={course.name}
          course={course}
          whole={courses.find(({ name }) => name === course.name) ?? course}
          isSignedIn={isSignedIn}
          actions={{ edit, save, remove, owner }}
        />
      ))}
      {shown.length < found.length ? (
        <button
          type="button"
          onClick={() => {
            flushSync(() => setIsWhole(true));
            // The pressed button is gone; the first of the other notes stands in its place.
            document
              .querySelectorAll<HTMLElement>("[data-edit]")
              [SHOWN_NOTES]?.focus({ preventScroll: true });
          }}
          className={buttonClasses("outline", "mt-8 print:hidden")}
        >
          Show all {countOf(found.length, "note")}
        </button>
      ) : null}
    </>
  );
}

/** What is searched for, which is kept in the address: going back to the page finds it again. */
function useQuery() {
  const [query, setQuery] = useState(() => new URLSearchParams(location.search).get("q") ?? "");
  useEffect(() => {
    // Browsers refuse more than some changes of the address a second, so it follows once the typing pauses.
    const timer = setTimeout(() => {
      const wanted = firstCharacters(query.trim(), LENGTH_IN_ADDRESS);
      const address = new URL(location.href);
      if (wanted) address.searchParams.set("q", wanted);
      else address.searchParams.delete("q");
      if (address.href !== location.href) history.replaceState(null, "", address);
    }, 300);
    return () => clearTimeout(timer);
  }, [query]);
  return [query, setQuery] as const;
}

function summaryOf(found: number, all: number, query: string): string {
  if (query.trim() === "") return countOf(all, "note");
  return found === 0 ? "No note has all these words." : `${formatCount(found)} of ${countOf(all, "note")}`;
}

type CourseProps = {
  /** What is shown of a course's notes. */
  course: CourseNotes;
  /** All of them. */
  whole: CourseNotes;
  isSignedIn: boolean;
  actions: Actions;
};

function Course({ course, whole, isSignedIn, actions }: CourseProps) {
  const title = displayName(course.name);
  const small = buttonClasses("outline", "px-3");
  return (
    <section aria-label={title} className="mt-10 print:mt-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 max-sm:basis-full">
          <h2 className="before-link font-serif text-2xl font-semibold">
            {course.courseId ? (
              <a href={routes.course(course.courseId)} className="pointer-coarse:py-1.5 hover:text-board">
                {title}
              </a>
            ) : (
              title
            )}
          </h2>
          {course.institution ? <p className="mt-1 text-sm text-quiet">{course.institution}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          {isSignedIn ? (
            <a
              href={notesPath(course.name).replace("/notes", "/notes/export") as Route}
              download
              aria-label={`Download the notes of ${title} as Markdown`}
              className={small}
            >
              Markdown
            </a>
          ) : (
            <button
              type="button"
              aria-label={`Download the notes of ${title} as Markdown`}
              onClick={() => void downloadNotes([whole], whole)}
              className={small}
            >
              Markdown
            </button>
          )}
          <button
            type="button"
            aria-label={`Copy the notes of ${title}`}
            onClick={() => void copyNotes(whole)}
            className={small}
          >
            Copy
          </button>
        </div>
      </div>
      {course.lectures.map(({ name, notes }) => (
        <div
          key={`${notes[0]?.recordId} ${name}`}
          className="lazy-entry mt-4 rounded-xl border border-line bg-card px-4 py-2 [contain-intrinsic-size:auto_8rem] print:border-0 print:px-0"
        >
          <h3 className="py-1.5 font-semibold">
            <LectureLink note={notes[0]}>{name}</LectureLink>
          </h3>
          <ul className="divide-y divide-line">
            {notes.map((note: ShownNote) => (
              <li key={note.id} className="py-1 break-inside-avoid">
                <NoteItem
                  note={note}
                  owner={actions.owner}
                  onEdit={actions.edit}
                  onSave={actions.save}
                  onRemove={() => actions.remove(note)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function LectureLink({ note, children }: { note: ListedNote | undefined; children: ReactNode }) {
  if (!note?.courseId || !note.lectureId) return children;
  return (
    <a
      href={routes.lecture(note.courseId, note.lectureId)}
      className="rounded-sm pointer-coarse:py-3 hover:text-board"
    >
      {children}
    </a>
  );
}
