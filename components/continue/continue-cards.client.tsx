"use client";

import { Check, ChevronLeft, ChevronRight, EllipsisVertical, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Thumbnail } from "@/components/catalogue/thumbnail";
import { classNames } from "@/components/ui/class-names";
import { Menu, MenuItem } from "@/components/ui/menu.client";
import { displayName } from "@/lib/catalogue/display";
import { routes } from "@/lib/routes";
import { shareBefore } from "@/lib/watching/continue";
import { watchingMessages } from "@/lib/watching/messages";
import { formatLeft } from "@/lib/watching/times";
import type { ContinueCourse } from "@/lib/watching/types";
import { cardLecture, cardLine, cardNotice, cardPicture, cardRow, cardText, cardWidth } from "./card-classes";

/** The number of cards in view on the widest screen: their pictures load first. */
const EAGER_CARDS = 5;

type Actions = {
  canFinish(course: ContinueCourse): boolean;
  onFinish(course: ContinueCourse): void;
  onRemove(course: ContinueCourse): void;
};

/** The cards, in a row that scrolls sideways. */
export function ContinueCards({ courses, ...actions }: { courses: readonly ContinueCourse[] } & Actions) {
  const list = useRef<HTMLUListElement>(null);
  const keepFocus = useFocusAfterRemoval(list, courses);
  if (courses.length === 0) {
    return (
      <div className={cardNotice}>
        <p className="font-semibold">{watchingMessages.nothing}</p>
        <p className="text-sm text-balance text-quiet">{watchingMessages.nothingHint}</p>
      </div>
    );
  }
  return (
    // Room for the focus outline, which the scroll container would clip.
    <div className="-m-1.5 min-w-0">
      <Arrows list={list} count={courses.length} />
      <ul
        ref={list}
        className={`${cardRow} snap-x scroll-px-1.5 overflow-x-auto overscroll-x-contain p-1.5 [scrollbar-width:none] motion-safe:scroll-smooth`}
      >
        {courses.map((course, index) => (
          <li key={course.courseId} className={`${cardWidth} snap-start`}>
            <ContinueCard
              course={course}
              eager={index < EAGER_CARDS}
              {...actions}
              onFinish={(finished) => {
                keepFocus(index);
                actions.onFinish(finished);
              }}
              onRemove={(removed) => {
                keepFocus(index);
                actions.onRemove(removed);
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type ContinueCardProps = { course: ContinueCourse; eager: boolean } & Actions;

function ContinueCard({ course, eager, canFinish, onFinish, onRemove }: ContinueCardProps) {
  const { lecture } = course;
  const left = lecture.place && ` · ${formatLeft(lecture.place)}`;
  return (
    <article className="group relative">
      <Thumbnail
        videoId={lecture.thumbnailId}
        eager={eager}
        seen={shareBefore(lecture.place)}
        className={cardPicture}
      />
      <div className="mt-3 flex">
        <div className={cardText}>
          <p dir="auto" className={cardLine}>
            {displayName(course.name)}
          </p>
          <h3 className={cardLecture}>
            <a href={routes.lecture(course.courseId, lecture.lectureId)} className="card-link">
              {lecture.name}
            </a>
          </h3>
          <p className={cardLine}>
            Lecture {lecture.nth} of {course.lectureCount}
            {left}
          </p>
        </div>
        {/* Above the link, which covers the card; while the menu is open, also above the neighbouring cards. */}
        <div className="relative z-10 -mt-2 -mr-1.5 has-data-[state=open]:z-20">
          <Menu
            isIcon
            trigger={
              <>
                <EllipsisVertical aria-hidden="true" className="size-5 text-quiet" />
                <span className="sr-only">Options for {displayName(course.name)}</span>
              </>
            }
          >
            {canFinish(course) ? (
              <MenuItem onSelect={() => onFinish(course)}>
                <Check aria-hidden="true" className="size-4" />
                Mark as watched
              </MenuItem>
            ) : null}
            <MenuItem onSelect={() => onRemove(course)}>
              <X aria-hidden="true" className="size-4" />
              Remove from this row
            </MenuItem>
          </Menu>
        </div>
      </div>
    </article>
  );
}

/** Buttons for a mouse, which scrolls sideways only with effort. */
function Arrows({ list, count }: { list: RefObject<HTMLUListElement | null>; count: number }) {
  const [hidden, setHidden] = useState({ before: false, after: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer cards may all be in view
  useEffect(() => {
    const scroller = list.current;
    if (!scroller) return;
    const look = () => {
      const end = scroller.scrollWidth - scroller.clientWidth;
      setHidden({ before: scroller.scrollLeft > 1, after: scroller.scrollLeft < end - 1 });
    };
    const watcher = new ResizeObserver(look);
    watcher.observe(scroller);
    scroller.addEventListener("scroll", look, { passive: true });
    return () => {
      watcher.disconnect();
      scroller.removeEventListener("scroll", look);
    };
  }, [list, count]);
  if (!hidden.before && !hidden.after) return null;
  const scroll = (direction: 1 | -1) =>
    list.current?.scrollBy({ left: direction * 0.8 * list.current.clientWidth });
  const arrow = (label: string, isOn: boolean, direction: 1 | -1) => {
    const Icon = direction === 1 ? ChevronRight : ChevronLeft;
    return (
      <button
        type="button"
        aria-label={label}
        aria-disabled={!isOn}
        onClick={() => scroll(direction)}
        className={classNames(
          "grid size-11 place-items-center rounded-full border border-line bg-card",
          isOn ? "hover:border-board hover:text-board" : "text-line",
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    );
  };
  return (
    <div className="shell absolute inset-x-0 top-6 hidden justify-end gap-2 sm:pointer-fine:flex pointer-events-none *:pointer-events-auto">
      {arrow("Earlier courses in the row", hidden.before, -1)}
      {arrow("More courses in the row", hidden.after, 1)}
    </div>
  );
}

/** Moves the focus to the card that takes a removed card's place. Returns the function to call before a removal. */
function useFocusAfterRemoval(list: RefObject<HTMLElement | null>, courses: readonly ContinueCourse[]) {
  const removedAt = useRef<number>(undefined);
  const count = useRef(courses.length);
  useEffect(() => {
    const isFewer = courses.length < count.current;
    count.current = courses.length;
    if (!isFewer || removedAt.current === undefined) return;
    const links = list.current?.querySelectorAll("a");
    const next = links?.[Math.min(removedAt.current, links.length - 1)];
    (next ?? document.getElementById("continue"))?.focus();
    removedAt.current = undefined;
  }, [list, courses]);
  return (index: number) => {
    removedAt.current = index;
  };
}
