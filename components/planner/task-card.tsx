// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { CalendarDays } from "lucide-react";
import type { Ref } from "react";
import { classNames } from "@/components/ui/class-names";
import { TickMark } from "@/components/ui/tick-mark";
import { formatDate } from "@/lib/planner/calendar-date";
import type { Task } from "@/lib/planner/tasks";
import { routes } from "@/lib/routes";

type TaskCardProps = {
  task: Task;
  isDisabled: boolean;
  onToggle: () => void;
  toggleRef: Ref<HTMLButtonElement>;
};

export function TaskCard({ task, isDisabled, onToggle, toggleRef }: TaskCardProps) {
  const { completed } = task;
  const completedText = completed && "text-quiet line-through";
  return (
    <li
      className={classNames(
        "flex items-center gap-2 rounded-2xl border border-line py-3 pr-4 pl-2 sm:pr-5",
        completed ? "bg-well" : "bg-card",
      )}
    >
      <button
        ref={toggleRef}
        type="button"
        aria-pressed={completed}
        aria-label={`Done: ${task.topic}`}
        disabled={isDisabled}
        onClick={onToggle}
        className="group needs-script grid size-11 shrink-0 place-items-center rounded-full"
      >
        <TickMark isOn={completed} />
      </button>
      <div className="min-w-0 grow">
        <p className={classNames("font-semibold break-words", completedText)}>{task.topic}</p>
        <p className="text-sm">
          <a
            href={routes.course(task.courseId)}
            className={classNames(
              "inline-block max-w-full rounded-sm py-0.5 pointer-coarse:-my-2.5 pointer-coarse:py-3 wrap-anywhere text-quiet hover:text-board",
              completed ? "line-through" : "hover:underline",
            )}
          >
            {task.courseTitle}
          </a>
        </p>
        <p
          className={classNames(
            "mt-1 flex items-center gap-1.5 text-sm text-quiet",
            completedText,
            !task.date && "needs-script",
          )}
        >
          <CalendarDays aria-hidden="true" className="size-4" />
          {/* The space keeps the line's height. */}
          {task.date ? <time dateTime={task.date}>{formatDate(task.date)}</time> : "\u00a0"}
        </p>
      </div>
    </li>
  );
}
