"use client";

import { type RefObject, useRef, useState } from "react";
import { Form } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { Dialog } from "@/components/ui/dialog.client";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { TextField } from "@/components/ui/text-field";
import { plannerMessages } from "@/lib/planner/messages";
import { type NewTask, noDraft, type TaskDraft } from "@/lib/planner/tasks";
import { CourseChoice } from "./course-choice.client";

type AddTaskDialogProps = {
  /** What the form starts with. */
  draft: TaskDraft;
  onAdd: (task: NewTask) => void;
  /** The next dialog is to start with `draft`: an accidental key press or click can close the dialog, too. */
  onClose: (draft: TaskDraft) => void;
  opener: RefObject<HTMLElement | null>;
};

export function AddTaskDialog({ draft, onAdd, onClose, opener }: AddTaskDialogProps) {
  const courseField = useRef<HTMLInputElement>(null);
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
      keepsText
      title="Add Task"
      onClose={() => onClose(form.getValues())}
      opener={opener}
      initialFocus={courseField}
    >
      <Form form={form} className="gap-5">
        <CourseChoice
          field={(input) => {
            courseField.current = input;
            courseChoice.ref(input);
          }}
          value={course}
          onChange={(chosen) => {
            setCourse(chosen);
            courseChoice.set(chosen ?? undefined);
          }}
          error={courseChoice.error}
        />
        <TextField
          label="Topic"
          placeholder="What do you want to study?"
          autoComplete="off"
          maxLength={200}
          aria-required="true"
          {...form.field("topic")}
        />
        <TextField
          label="Date"
          type="date"
          min="1900-01-01"
          max="9999-12-31"
          aria-required="true"
          {...form.field("date")}
        />
        <DialogButtons label="Add Task" isBusy={form.isSubmitting} onCancel={() => onClose(noDraft)} />
      </Form>
    </Dialog>
  );
}
