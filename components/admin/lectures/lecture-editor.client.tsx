"use client";

import { ExternalLink, Trash2 } from "lucide-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { useSend } from "@/components/api/use-send.client";
import { buttonClasses } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
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
          <SubmitButton isSubmitting={form.isSubmitting} className="self-start">
            Save
          </SubmitButton>
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
  const { send, isBusy } = useSend();

  async function remove() {
    const body = { ids: [lecture.id] };
    const removed = await send<{ job: string }>("POST", "/api/corrections/lectures/delete", body);
    if (!removed) return;
    void showToast("success", correctionMessages.deleted);
    router.push(adminRoutes.importReport(removed.job));
  }

  return (
    <DialogTrigger
      className={buttonClasses("outline", "sm:ml-auto")}
      dialog={(open) => (
        <ConfirmDialog
          {...open}
          title="Delete this lecture?"
          label="Delete"
          cancelLabel="Keep it"
          isCautious
          isBusy={isBusy}
          onConfirm={() => void remove()}
        >
          <p>
            “{lecture.cells.lecture_name}” goes from the catalogue
            {lecture.learners > 0
              ? `, and with it what ${countOf(lecture.learners, "learner")} did there`
              : null}
            . You can take this back afterwards; progress comes back as well.
          </p>
        </ConfirmDialog>
      )}
    >
      <Trash2 aria-hidden="true" className="size-4" />
      Delete…
    </DialogTrigger>
  );
}
