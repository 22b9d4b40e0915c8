"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { Form } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { useSend } from "@/components/api/use-send.client";
import { CourseChoice } from "@/components/planner/course-choice.client";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import { Dialog, type OpenDialog } from "@/components/ui/dialog.client";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { TextField } from "@/components/ui/text-field";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf } from "@/lib/catalogue/display";
import { correctionMessages } from "@/lib/corrections/messages";
import type { EditedCourse } from "@/lib/corrections/types";
import { LABELS } from "@/lib/lecture-import/columns";
import type { PlannerCourse } from "@/lib/planner/courses";
import { useCorrections } from "./last-correction.client";

type LectureDialogProps = OpenDialog & {
  course: string;
  /** Ids of the lectures that the action applies to. */
  ids: number[];
};

/** Sends an action on lectures. If the server refuses it, the toast and the dialog both show the message. */
function useLecturesAction({ course, onClose }: Pick<LectureDialogProps, "course" | "onClose">) {
  const router = useRouter();
  const { tell } = useCorrections();
  const { send, isBusy } = useSend();
  const [fault, setFault] = useState<string>();
  /** @param next the page to go to if the action removes all lectures of the course */
  async function act(
    path: string,
    body: object,
    message: string,
    next?: ReturnType<typeof adminRoutes.course>,
  ) {
    const done = await send<{ job: string }>("POST", path, body, (failure) => {
      setFault(failure.message);
      // Another editor has deleted or moved them: the list behind the dialog is outdated.
      if (failure.status === 404) router.refresh();
      return false;
    });
    if (!done) return;
    onClose();
    tell({ message, job: done.job, ...(next && { next, back: adminRoutes.course(course) }) });
  }
  return { act, isBusy, fault, setFault };
}

/** Asks for confirmation before lectures are deleted. */
export function DeleteDialog({
  course,
  ids,
  isAll,
  opener,
  onClose,
}: LectureDialogProps & { isAll: boolean }) {
  const { act, isBusy, fault } = useLecturesAction({ course, onClose });
  const title = `Delete ${countOf(ids.length, "lecture")}`;
  return (
    <ConfirmDialog
      title={title}
      label={title}
      isCautious
      isBusy={isBusy}
      opener={opener}
      onClose={onClose}
      onConfirm={() =>
        void act(
          "/api/corrections/lectures/delete",
          { ids },
          correctionMessages.deleted,
          isAll ? adminRoutes.courses() : undefined,
        )
      }
    >
      <p>
        {isAll ? `${sayAll(ids)}: it goes with ${ids.length === 1 ? "it" : "them"}. ` : null}
        Learners’ progress there goes as well. An undo brings both back.
      </p>
      {fault ? <p className="text-sm text-fault">{fault}</p> : null}
    </ConfirmDialog>
  );
}

/** Asks for the course that lectures are moved to. */
export function MoveDialog({ course, ids, isAll, opener, onClose }: LectureDialogProps & { isAll: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [target, setTarget] = useState<PlannerCourse | null>(null);
  const { act, isBusy, fault, setFault } = useLecturesAction({ course, onClose });
  const title = `Move ${countOf(ids.length, "lecture")}`;

  function move(event: FormEvent) {
    event.preventDefault();
    if (!target) {
      setFault(correctionMessages.noCourse);
      return field.current?.focus();
    }
    void act(
      "/api/corrections/lectures/move",
      { ids, course: target.name },
      correctionMessages.moved,
      isAll ? adminRoutes.course(target.name) : undefined,
    );
  }

  return (
    <Dialog title={title} onClose={onClose} opener={opener} initialFocus={field}>
      <form method="dialog" noValidate onSubmit={move} className="flex flex-col gap-5">
        <p className="text-pretty">
          {ids.length === 1 ? "It keeps its number" : "They keep their numbers"}, and learners keep what they
          have there.
          {isAll ? ` ${sayAll(ids)}: it is then gone.` : null}
        </p>
        <CourseChoice
          placeholder="Type a part of its name"
          field={field}
          except={course}
          value={target}
          onChange={(chosen) => {
            setTarget(chosen);
            setFault(undefined);
          }}
          error={fault}
        />
        <DialogButtons label={title} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

type AddLectureDialogProps = LectureDialogProps & { lectures: EditedCourse["lectures"]; userId: string };
type NewLecture = { lecture_number: string; lecture_name: string; youtube: string };

/** Asks for the fields of a new lecture that it does not share with its course. Only Cancel discards what was typed. */
export function AddLectureDialog({ course, lectures, userId, opener, onClose }: AddLectureDialogProps) {
  const input = useRef<HTMLElement>(null);
  const { tell } = useCorrections();
  const last = Math.max(0, ...lectures.map(({ number }) => number ?? 0));
  const form = useApiForm<NewLecture, NewLecture & { course: string }, { job: string | null }>({
    loadSchema: () =>
      import("@/lib/corrections/schemas").then(({ newLectureFormSchema }) => newLectureFormSchema(course)),
    defaultValues: { lecture_number: String(last + 1), lecture_name: "", youtube: "" },
    draft: {
      form: `new-lecture-${course}`,
      owner: userId,
      // The number may be another one by then.
      fields: ["lecture_name", "youtube"],
      outlivesPage: true,
    },
    path: "/api/corrections/lectures",
    onSuccess: (_, data) => {
      form.discard();
      onClose();
      tell({ message: correctionMessages.added, job: data?.job ?? null });
    },
    labels: LABELS,
    fieldOf: ({ status }) => (status === 409 ? "lecture_name" : undefined),
  });
  return (
    <Dialog keepsText title="Add a lecture" onClose={onClose} opener={opener} initialFocus={input}>
      <Form form={form} className="gap-5">
        <TextField
          label="Lecture Number"
          inputMode="numeric"
          autoComplete="off"
          {...form.field("lecture_number")}
        />
        <TextField
          label="Name"
          autoComplete="off"
          aria-required="true"
          {...form.field("lecture_name", input)}
        />
        <TextField
          label="YouTube Link"
          inputMode="url"
          autoComplete="off"
          hint="It may be added later."
          {...form.field("youtube")}
        />
        <p className="text-sm text-pretty text-quiet">
          Description, subject and whatever else its lectures share are those of the course.
        </p>
        <DialogButtons
          label="Add"
          isBusy={form.isSubmitting}
          onCancel={() => {
            form.discard();
            onClose();
          }}
        />
      </Form>
    </Dialog>
  );
}

/** Says of the lectures of a dialog that the course has no others. */
const sayAll = (ids: readonly number[]) =>
  ids.length === 1 ? "This is the course’s only lecture" : "These are all lectures of the course";
