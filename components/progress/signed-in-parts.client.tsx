"use client";

import { Check } from "lucide-react";
import { useEffect } from "react";
import { buttonClasses } from "@/components/ui/button";
import { TickMark } from "@/components/ui/tick-mark";
import { percentOf } from "@/lib/percent";
import { followOtherTabs, saveTick } from "./save-tick.client";
import { useCompleted } from "./use-progress.client";

// What a course page shows to signed-in learners alone; visitors' pages never load this file.

type TickProps = { course: string; lecture: number; name: string };

/** The round tick of a lecture in the playlist. */
export function Tick({ course, lecture, name }: TickProps) {
  const completed = useCompleted(course);
  if (!completed) return <span className="block size-11" />;
  const isCompleted = completed.has(lecture);
  return (
    <button
      type="button"
      aria-pressed={isCompleted}
      aria-label={`Completed: ${name}`}
      onClick={() => saveTick(course, lecture, !isCompleted)}
      className="group grid size-11 place-items-center rounded-full focus-visible:-outline-offset-4"
    >
      <TickMark isOn={isCompleted} />
    </button>
  );
}

/** `3/12 (25%)`, and how that looks. `lectures` are the ids of the course's lectures. */
export function CourseProgressValue({ course, lectures }: { course: string; lectures: readonly number[] }) {
  const completed = useCompleted(course);
  useEffect(followOtherTabs, []);
  if (!completed) return <span className="block h-5 w-20 animate-pulse rounded-md bg-well" />;
  const count = lectures.filter((id) => completed.has(id)).length;
  const percent = percentOf(count, lectures.length);
  return (
    <span aria-live="polite" className="block tabular-nums">
      {count}/{lectures.length} ({percent}%)
      <span aria-hidden="true" className="mt-2 block h-1.5 overflow-hidden rounded-full bg-well">
        <span className="block h-full rounded-full bg-board" style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

/** The button beneath the player. */
export function MarkComplete({ course, lecture }: { course: string; lecture: number }) {
  const isCompleted = useCompleted(course)?.has(lecture) ?? false;
  return (
    <button
      type="button"
      aria-pressed={isCompleted}
      onClick={() => saveTick(course, lecture, !isCompleted)}
      className={buttonClasses(isCompleted ? "solid" : "outline")}
    >
      <Check aria-hidden="true" className="size-4" />
      {isCompleted ? "Completed" : "Mark as complete"}
    </button>
  );
}
