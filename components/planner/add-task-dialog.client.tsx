"use client";

import { type RefObject, useId, useRef, useState } from "react";
import { Form } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { buttonClasses } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox.client";
import { Dialog } from "@/components/ui/dialog.client";
import { TextField } from "@/components/ui/text-field";
import { filterByName } from "@/lib/planner/course-filter";
import type { PlannerCourse } from "@/lib/planner/courses";
import { plannerMessages } from "@/lib/planner/messages";
import type { NewTask } from "@/lib/planner/tasks";
import { useCourses } from "./use-courses.client";

type AddTaskDialogProps = {
  onAdd: (task: NewTask) => void;
  onClose: () => void;
  opener: RefObject<HTMLElement | null>;
};

export function AddTaskDialog({ onAdd, onClose, opener }: AddTaskDialogProps) {
  const courseField = useRef<HTMLInputElement>(null);
  const courseId = useId();
  const { courses, isLoading, hasFailed, retry } = useCourses();
  const form = useApiForm({
    loadSchema: () => import("@/lib/planner/task-schema").then(({ taskSchema }) => taskSchema),
    defaultValues: { course: undefined, topic: "", date: "" },
    onSuccess: onAdd,
    invalidMessage: plannerMessages.incomplete,
  });
  const [course, setCourse] = useState<PlannerCourse | null>(null);
  const courseChoice = form.choice("course");

  return (
    <Dialog title="Add Task" onClose={onClose} opener={opener} initialFocus={courseField}>
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
        <div className="mt-1 grid grid-cols-2 gap-3">
          <button type="button" onClick={onClose} className={buttonClasses("outline")}>
            Cancel
          </button>
          <button type="submit" className={buttonClasses("solid")}>
            Add Task
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
