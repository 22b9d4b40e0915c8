"use client";

import { type RefObject, useId, useRef, useState } from "react";
import { Form } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { buttonClasses } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox.client";
import { Dialog } from "@/components/ui/dialog.client";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { TextField } from "@/components/ui/text-field";
import { filterByName } from "@/lib/planner/course-filter";
import { plannerMessages } from "@/lib/planner/messages";
import { type NewTask, noDraft, type TaskDraft } from "@/lib/planner/tasks";
import { useCourses } from "./use-courses.client";

type AddTaskDialogProps = {
  /** What the form starts with. */
  draft: TaskDraft;
  onAdd: (task: NewTask) => void;
  /** `draft` is to be there again when the dialog opens the next time: a stray key or click closes it as well. */
  onClose: (draft: TaskDraft) => void;
  opener: RefObject<HTMLElement | null>;
};

export function AddTaskDialog({ draft, onAdd, onClose, opener }: AddTaskDialogProps) {
  const courseField = useRef<HTMLInputElement>(null);
  const courseId = useId();
  const { courses, isLoading, hasFailed, retry } = useCourses();
  const form = useApiForm({
    loadSchema: () => import("@/lib/planner/task-schema").then(({ taskSchema }) => taskSchema),
    defaultValues: draft,
    onSuccess: onAdd,
    invalidMessage: plannerMessages.incomplete,
  });
  const [course, setCourse] = useState(draft.course ?? null);
  const courseChoice = form.choice("course");

  return (
    <Dialog
      title="Add Task"
      onClose={() => onClose(form.getValues())}
      opener={opener}
      initialFocus={courseField}
    >
      <Form form={form} className="gap-5">
        <div>
          <label htmlFor={courseId} className="mb-1.5 block text-sm font-semibold">
            Course
          </label>
          <Combobox
            id={courseId}
            field={(input) => {
              courseField.current = input;
              courseChoice.ref(input);
            }}
            value={course}
            onChange={(chosen) => {
              setCourse(chosen);
              courseChoice.set(chosen ?? undefined);
            }}
            filter={(text) => filterByName(courses, text)}
            placeholder="Select a course"
            errorId={courseChoice.error ? `${courseId}-note` : null}
            notice={isLoading ? "Loading courses…" : hasFailed ? plannerMessages.noCourses : null}
          />
          {courseChoice.error ? (
            <p id={`${courseId}-note`} className="mt-1.5 text-sm text-fault">
              {courseChoice.error}
            </p>
          ) : null}
          {hasFailed ? (
            <div role="alert" className="mt-2 flex flex-wrap items-center justify-between gap-2 text-sm">
              <p className="text-fault">{plannerMessages.noCourses}</p>
              <button type="button" onClick={retry} className={buttonClasses("outline")}>
                Try again
              </button>
            </div>
          ) : null}
        </div>
        <TextField
          label="Topic"
          placeholder="What do you want to study?"
          autoComplete="off"
          maxLength={200}
          aria-required="true"
          {...form.field("topic")}
        />
        <TextField label="Date" type="date" max="9999-12-31" aria-required="true" {...form.field("date")} />
        <DialogButtons label="Add Task" onCancel={() => onClose(noDraft)} />
      </Form>
    </Dialog>
  );
}
