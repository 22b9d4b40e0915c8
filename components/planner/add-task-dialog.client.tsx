"use client";

import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { buttonClasses } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox.client";
import { Dialog } from "@/components/ui/dialog.client";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { filterByName } from "@/lib/planner/course-filter";
import { type NewTask, parseTask, type TaskDraft, type TaskField } from "@/lib/planner/tasks";
import { useCourses } from "./use-courses.client";

type AddTaskDialogProps = {
  onAdd: (task: NewTask) => void;
  onClose: () => void;
  opener: RefObject<HTMLElement | null>;
};

export function AddTaskDialog({ onAdd, onClose, opener }: AddTaskDialogProps) {
  const [draft, setDraft] = useState<TaskDraft>({ course: null, topic: "", date: "" });
  const [missing, setMissing] = useState<readonly TaskField[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const courseField = useRef<HTMLInputElement>(null);
  const courseId = useId();
  const { courses, isLoading, hasFailed, retry } = useCourses();

  function change(part: Partial<TaskDraft>) {
    setDraft({ ...draft, ...part });
    setMissing(missing.filter((field) => !(field in part)));
  }

  const errorOf = (field: TaskField) => (missing.includes(field) ? "Required" : undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = parseTask(draft);
    if (parsed.ok) return onAdd(parsed.task);
    setMissing(parsed.missing);
    showToast("error", parsed.message);
    const [first] = parsed.missing;
    const field = first === "course" ? courseField.current : form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <Dialog title="Add Task" onClose={onClose} opener={opener} initialFocus={courseField}>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div>
          <label htmlFor={courseId} className="mb-1.5 block text-sm font-semibold">
            Course
          </label>
          <Combobox
            id={courseId}
            field={courseField}
            value={draft.course}
            onChange={(course) => change({ course })}
            filter={(text) => filterByName(courses, text)}
            placeholder="Select a course"
            errorId={missing.includes("course") ? `${courseId}-note` : null}
            notice={isLoading ? "Loading courses…" : hasFailed ? "The courses could not be loaded." : null}
          />
          {missing.includes("course") ? (
            <p id={`${courseId}-note`} className="mt-1.5 text-sm text-fault">
              {errorOf("course")}
            </p>
          ) : null}
          {hasFailed ? (
            <button type="button" onClick={retry} className={buttonClasses("outline", "mt-2")}>
              Try again
            </button>
          ) : null}
        </div>
        <TextField
          label="Topic"
          name="topic"
          placeholder="What do you want to study?"
          autoComplete="off"
          maxLength={200}
          aria-required="true"
          error={errorOf("topic")}
          value={draft.topic}
          onChange={(event) => change({ topic: event.target.value })}
        />
        <TextField
          label="Date"
          name="date"
          type="date"
          max="9999-12-31"
          aria-required="true"
          error={errorOf("date")}
          value={draft.date}
          onChange={(event) => change({ date: event.target.value })}
        />
        <div className="mt-1 grid grid-cols-2 gap-3">
          <button type="button" onClick={onClose} className={buttonClasses("outline")}>
            Cancel
          </button>
          <button type="submit" className={buttonClasses("solid")}>
            Add Task
          </button>
        </div>
      </form>
    </Dialog>
  );
}
