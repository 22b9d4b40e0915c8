"use client";

import { Merge } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { useSend } from "@/components/api/use-send.client";
import { CourseChoice } from "@/components/planner/course-choice.client";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Dialog, type OpenDialog } from "@/components/ui/dialog.client";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
import { adminRoutes } from "@/lib/admin/routes";
import { correctionMessages, describeMerge } from "@/lib/corrections/messages";
import type { MergePreview } from "@/lib/corrections/types";
import type { PlannerCourse } from "@/lib/planner/courses";
import { useCorrections } from "./last-correction.client";

type MergeCourseProps = {
  from: string;
  /** The suggested course to merge into. */
  into?: string;
  label: string;
};

/** A button that opens a dialog for merging a course into another one. */
export function MergeCourse({ from, into, label }: MergeCourseProps) {
  return (
    <DialogTrigger
      className={buttonClasses("outline")}
      dialog={(open) => <MergeDialog {...open} from={from} into={into} />}
    >
      <Merge aria-hidden="true" className="size-4" />
      {label}
      {into ? <span className="sr-only"> {from}</span> : null}
    </DialogTrigger>
  );
}

type MergeDialogProps = OpenDialog & { from: string; into: string | undefined };

function MergeDialog({ from, into, opener, onClose }: MergeDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [course, setCourse] = useState<PlannerCourse | null>(into ? { id: into, name: into } : null);
  const [fault, setFault] = useState<string>();
  const { send, isBusy } = useSend();
  const { tell } = useCorrections();
  const pair = course && { from, into: course.name };
  const { data: preview, error } = useSWR<MergePreview>(
    pair && `/api/corrections/course/merge?${new URLSearchParams(pair)}`,
    load,
    { revalidateOnFocus: false },
  );

  async function merge(event: FormEvent) {
    event.preventDefault();
    if (!pair) {
      setFault(correctionMessages.noCourse);
      return field.current?.focus();
    }
    if (!preview) return;
    const merged = await send<{ job: string }>("POST", "/api/corrections/course/merge", pair, (failure) => {
      setFault(failure.message);
      return false;
    });
    if (!merged) return;
    onClose();
    const isEditor = location.pathname !== adminRoutes.courses();
    tell({
      message: correctionMessages.merged,
      job: merged.job,
      ...(isEditor && { next: adminRoutes.course(pair.into), back: adminRoutes.course(from) }),
    });
  }

  return (
    <Dialog title="Merge into another course" onClose={onClose} opener={opener} initialFocus={field}>
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => void merge(event)}
        className="flex flex-col gap-5"
      >
        <p className="text-pretty wrap-anywhere">
          The lectures of <bdi className="font-semibold">{from}</bdi> move to the course that you choose, and
          learners keep what they have there. This course is then gone, and links to it lead to that one.
        </p>
        <CourseChoice
          label="Course that stays"
          placeholder="Type a part of its name"
          field={field}
          except={from}
          value={course}
          onChange={(chosen) => {
            setCourse(chosen);
            setFault(undefined);
          }}
          error={fault}
        />
        {/* With room for its usual lines while it is read, so that the buttons beneath it stay where they are. */}
        <p
          role="status"
          className={classNames(
            "text-sm font-semibold text-pretty wrap-anywhere",
            course ? "min-h-20 sm:min-h-10" : "hidden",
          )}
        >
          {course && preview ? describeMerge(preview, course.name) : null}
          {course && error ? "What would become of the lectures could not be read." : null}
        </p>
        <DialogButtons label="Merge" isBusy={isBusy || (course !== null && !preview)} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
