"use client";

import { ExternalLink, Trash2 } from "lucide-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { send } from "@/components/api/calls.client";
import { Form } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { buttonClasses } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog.client";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf } from "@/lib/catalogue/display";
import { correctionMessages } from "@/lib/corrections/messages";
import type { EditedLecture } from "@/lib/corrections/types";
import type { Field } from "@/lib/lecture-import/columns";

type LectureEditorProps = {
  lecture: EditedLecture;
  /** How the fields are called, in their order. */
  names: Record<Field, string>;
  /** Where learners find it. */
  coursePage: Route | null;
  canEdit: boolean;
};

type Texts = Record<Field, string> & { version: string };

const LONG: Field[] = ["course_description", "keywords"];

/** The form of a lecture's cells. What is typed stays where it is refused. */
export function LectureEditor({ lecture, names, coursePage, canEdit }: LectureEditorProps) {
  const router = useRouter();
  const fields = Object.keys(names) as Field[];
  const texts = Object.fromEntries(fields.map((field) => [field, String(lecture.cells[field] ?? "")]));
  const form = useApiForm<Texts, Texts, { job: string | null }>({
    loadSchema: () => import("@/lib/corrections/schemas").then(({ lectureFormSchema }) => lectureFormSchema),
    defaultValues: { ...(texts as Record<Field, string>), version: lecture.version },
    path: `/api/corrections/lectures/${lecture.id}`,
    onSuccess: (_, data) => {
      if (data?.job) void showToast("success", correctionMessages.saved);
      else void showToast("info", correctionMessages.unchanged);
      router.refresh();
    },
  });
  return (
    <Form form={form} className="mt-6 max-w-3xl gap-5 rounded-2xl border border-line bg-card p-5 sm:p-8">
      {fields.map((field) =>
        LONG.includes(field) ? (
          <TextArea key={field} label={names[field]} readOnly={!canEdit} {...form.field(field)} />
        ) : (
          <TextField
            key={field}
            label={names[field]}
            readOnly={!canEdit}
            autoComplete="off"
            {...form.field(field)}
          />
        ),
      )}
      <div className="mt-1 flex flex-wrap gap-3">
        {canEdit ? (
          <button
            type="submit"
            aria-disabled={form.isSubmitting}
            onClick={(event) => form.isSubmitting && event.preventDefault()}
            className={buttonClasses("solid", "aria-disabled:opacity-60")}
          >
            Save
          </button>
        ) : null}
        {coursePage ? (
          <a href={coursePage} className={buttonClasses("outline")}>
            <ExternalLink aria-hidden="true" className="size-4" />
            See the course
          </a>
        ) : null}
        {canEdit ? <DeleteButton lecture={lecture} /> : null}
      </div>
    </Form>
  );
}

function DeleteButton({ lecture }: { lecture: EditedLecture }) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);

  async function remove() {
    if (isBusy) return;
    setIsBusy(true);
    const removed = await send<{ job: string }>("POST", "/api/corrections/lectures/delete", {
      ids: [lecture.id],
    });
    setIsBusy(false);
    if (!removed.ok) return void showToast("error", removed.message);
    void showToast("success", correctionMessages.deleted);
    router.push(adminRoutes.importReport(removed.data.job));
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
        className={buttonClasses("outline", "sm:ml-auto")}
      >
        <Trash2 aria-hidden="true" className="size-4" />
        Delete…
      </button>
      {isAsking ? (
        <Dialog
          title="Delete this lecture?"
          onClose={() => setIsAsking(false)}
          opener={opener}
          initialFocus={keep}
        >
          <p className="text-pretty wrap-anywhere">
            “{lecture.cells.lecture_name}” goes from the catalogue
            {lecture.learners > 0
              ? `, and with it what ${countOf(lecture.learners, "learner")} did there`
              : null}
            . You can take this back afterwards; progress comes back as well.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <button
              ref={keep}
              type="button"
              onClick={() => setIsAsking(false)}
              className={buttonClasses("outline")}
            >
              Keep it
            </button>
            <button
              type="button"
              aria-disabled={isBusy}
              onClick={() => void remove()}
              className={buttonClasses("solid", "aria-disabled:opacity-60")}
            >
              Delete
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
