"use client";
// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { type ReactNode, useEffect, useRef } from "react";
import { useSignedIn } from "@/components/api/session.client";
import { LectureTick } from "@/components/progress/islands.client";
import { classNames } from "@/components/ui/class-names";
import { countOf } from "@/lib/catalogue/display";
import type { Lecture } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { Thumbnail } from "./thumbnail";

/** Entries on either side of the current one that are laid out at once; the others when they are scrolled to. */
const LAID_OUT_ENTRIES = 12;

/** Entries around the current one that are shown at first in a single column, in which the page itself scrolls. */
const UNFOLDED_ENTRIES = 7;

type PlaylistLecture = Pick<Lecture, "id" | "lectureId" | "number" | "name" | "thumbnailId"> & {
  /** Such as `50 min`. */
  length?: string;
};

type PlaylistProps = {
  courseId: string;
  courseName: string;
  lectures: readonly PlaylistLecture[];
  /** The `id` of the lecture in the player. */
  current: number;
  /** An icon, rendered on the server: the browser needs no script for it. */
  unfold: ReactNode;
};

/**
 * The lectures of a course, scrolled to the one in the player; signed-in learners tick them off. One client component
 * for all entries: the page then carries their data instead of the elements made from it. Beside the player the list
 * scrolls by itself; beneath the player it shows the entries around the current one until all are unfolded, which
 * needs no script.
 */
export function Playlist({ courseId, courseName, lectures, current, unfold }: PlaylistProps) {
  const isSignedIn = useSignedIn();
  const scroller = useScrollToCurrent(current);
  const currentIndex = lectures.findIndex(({ id }) => id === current);
  const isLong = lectures.length > UNFOLDED_ENTRIES + 2;
  // Places in the list would be taken for numbers beside those of other lectures.
  const hasNumbers = lectures.some(({ number }) => number !== null);
  const firstUnfolded = Math.max(0, Math.min(currentIndex - 2, lectures.length - UNFOLDED_ENTRIES));
  const isFolded = (index: number) =>
    isLong && (index < firstUnfolded || index >= firstUnfolded + UNFOLDED_ENTRIES);
  return (
    <div className="playlist overflow-clip rounded-xl border border-line bg-card">
      <h2 className="border-b border-line px-4 py-3 font-serif text-lg font-semibold">Course Playlists</h2>
      <div
        ref={scroller}
        // In a narrow list, or with large text, the names have the room of the pictures.
        className="@container wrap-anywhere lg:not-print:max-h-[600px] lg:not-print:overflow-y-auto lg:overscroll-contain"
      >
        {/* Room for the ticks from the first paint on, so that nothing moves when they are loaded. */}
        <ol className="*:relative in-data-signed-in:*:pr-11">
          {lectures.map((lecture, index) => (
            <li
              key={lecture.id}
              className={classNames(
                "border-b border-line last:border-0 print:break-inside-avoid",
                index === currentIndex && "bg-board-soft",
                Math.abs(index - currentIndex) > LAID_OUT_ENTRIES &&
                  "lazy-entry [contain-intrinsic-size:auto_4.9375rem]",
                isFolded(index) && "folded-entry",
              )}
            >
              <PlaylistEntry
                href={routes.lecture(courseId, lecture.lectureId)}
                lecture={lecture}
                number={hasNumbers ? (lecture.number ?? "–") : index + 1}
                isCurrent={index === currentIndex}
              />
              {isSignedIn ? (
                <LectureTick course={courseName} lecture={lecture.id} name={lecture.name} />
              ) : null}
            </li>
          ))}
        </ol>
      </div>
      {isLong ? (
        <details
          ref={reopen}
          onToggle={({ currentTarget }) => {
            const isByPage = currentTarget === reopened;
            reopened = undefined;
            if (isByPage) return;
            if (currentTarget.open) unfoldedPages.add(location.pathname);
            else unfoldedPages.delete(location.pathname);
            showCurrent(scroller.current);
          }}
          className="print:hidden group -mt-px border-t border-line bg-card open:sticky open:bottom-[calc(4rem+1px+env(safe-area-inset-bottom))] short:open:bottom-0 md:open:bottom-0 lg:hidden"
        >
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-center gap-2 px-4 py-3 text-sm font-semibold text-board hover:bg-well focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
            <span className="group-open:hidden">Show all {countOf(lectures.length, "lecture")}</span>
            <span className="hidden group-open:inline">Show fewer lectures</span>
            {unfold}
          </summary>
        </details>
      ) : null}
    </div>
  );
}

type PlaylistEntryProps = {
  href: string;
  lecture: PlaylistLecture;
  number: number | string;
  isCurrent: boolean;
};

function PlaylistEntry({ href, lecture, number, isCurrent }: PlaylistEntryProps) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? "true" : undefined}
      className={classNames(
        "flex items-center gap-3 p-3 focus-visible:-outline-offset-2",
        !isCurrent && "hover:bg-well",
      )}
    >
      <span
        className={classNames(
          "min-w-7 shrink-0 text-center text-sm whitespace-nowrap tabular-nums",
          isCurrent ? "font-bold text-board" : "text-quiet",
        )}
      >
        {number}
      </span>
      <Thumbnail
        videoId={lecture.thumbnailId}
        lecture={lecture.id}
        className="print:hidden w-[min(6rem,36%)] shrink-0 rounded-md @max-[17rem]:hidden in-data-signed-in:@max-[20rem]:hidden"
      />
      <span className="min-w-0 text-sm leading-snug">
        <span
          className={classNames(
            "line-clamp-3 print:line-clamp-none @max-[17rem]:line-clamp-none in-data-signed-in:@max-[20rem]:line-clamp-none [unicode-bidi:plaintext]",
            isCurrent && "font-semibold text-board",
          )}
        >
          {lecture.name}
        </span>
        {lecture.length ? <span className="text-xs text-quiet tabular-nums"> {lecture.length}</span> : null}
      </span>
    </a>
  );
}

/** The pages whose lists the visitor has unfolded: going back to one of them finds the place it was left at. */
const unfoldedPages = new Set<string>();

/** The list that the page has unfolded by itself, until its event. */
let reopened: HTMLDetailsElement | undefined;

function reopen(details: HTMLDetailsElement | null): void {
  if (!details || details.open || !unfoldedPages.has(location.pathname)) return;
  reopened = details;
  details.open = true;
}

/** Scrolls to the current entry if showing or hiding the entries above it has moved it out of sight. */
function showCurrent(list: HTMLElement | null) {
  const entry = list?.querySelector("[aria-current]");
  if (!entry) return;
  const { top, bottom } = entry.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) entry.scrollIntoView({ block: "center" });
}

function useScrollToCurrent(current: number) {
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another lecture plays
  useEffect(() => {
    const box = scroller.current;
    const entry = box?.querySelector("[aria-current]");
    // `scrollIntoView` would scroll the page as well.
    if (box && entry) {
      box.scrollTop +=
        entry.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
    }
  }, [current]);
  return scroller;
}
