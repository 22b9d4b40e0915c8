"use client";

import { Check } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { TickMark } from "@/components/ui/tick-mark";
import { TryAgain } from "@/components/ui/try-again.client";
import { percentOf } from "@/lib/percent";
import { progressMessages } from "@/lib/progress/messages";
import { useProgress } from "./completed-lectures.client";
import { saveTick } from "./save-tick.client";
import { useAskToSignIn } from "./use-ask-to-sign-in.client";

type LectureProps = { course: string; lecture: number };

export function Tick({ course, lecture, name }: LectureProps & { name: string }) {
  const askToSignIn = useAskToSignIn();
  const { completed } = useProgress(course);
  if (!completed) return null;
  const isCompleted = completed.has(lecture);
  return (
    <button
      type="button"
      aria-pressed={isCompleted}
      aria-label={`Completed: ${name}`}
      onClick={() => saveTick(lecture, { course, isCompleted: !isCompleted, askToSignIn })}
      className="group absolute inset-y-0 right-0 my-auto grid size-11 place-items-center rounded-full focus-visible:-outline-offset-4"
    >
      <TickMark isOn={isCompleted} />
    </button>
  );
}

export function CourseProgressValue({ course, total }: { course: string; total: number }) {
  const { completed, hasFailed, readAgain } = useProgress(course);
  if (hasFailed) {
    return (
      <span role="alert" className="block">
        {progressMessages.notLoaded}{" "}
        <TryAgain look="font-semibold text-board underline" onPress={readAgain} />
      </span>
    );
  }
  if (!completed) return <span className="block h-5 w-20 animate-pulse rounded-md bg-well" />;
  const percent = percentOf(completed.size, total);
  return (
    <span aria-live="polite" className="block tabular-nums">
      {completed.size}/{total} ({percent}%)
      <span
        aria-hidden="true"
        className="mt-2 block h-1.5 overflow-hidden rounded-full bg-well forced-colors:border"
      >
        <span
          className="block h-full rounded-full bg-board forced-colors:bg-[Highlight]"
          style={{ width: `${percent}%` }}
        />
      </span>
    </span>
  );
}

export function MarkComplete({ course, lecture, className }: LectureProps & { className: string }) {
  const askToSignIn = useAskToSignIn();
  const { completed, hasFailed } = useProgress(course);
  const isCompleted = completed?.has(lecture) ?? false;
  return (
    <button
      type="button"
      // Until it is known, a press might say the opposite of what is meant.
      disabled={!completed}
      aria-pressed={isCompleted}
      onClick={() => saveTick(lecture, { course, isCompleted: !isCompleted, askToSignIn })}
      className={buttonClasses(
        isCompleted ? "solid" : "outline",
        classNames(className, hasFailed && "pointer-events-none opacity-60"),
      )}
    >
      <Check aria-hidden="true" className="size-4" />
      {isCompleted ? "Completed" : "Mark as complete"}
    </button>
  );
}
