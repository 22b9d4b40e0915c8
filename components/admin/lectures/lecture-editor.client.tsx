"use client";

import { ExternalLink, Trash2 } from "lucide-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type ReactNode, useTransition } from "react";
import { Form, RestoredText, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { useSend } from "@/components/api/use-send.client";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
import { TextArea, TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { useIsMounted } from "@/components/ui/use-is-mounted.client";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf } from "@/lib/catalogue/display";
import { correctionMessages } from "@/lib/corrections/messages";
import type { EditedLecture } from "@/lib/corrections/types";
import { FIELDS, type Field, LABELS } from "@/lib/lecture-import/columns";
import { ConsoleLink } from "../console-navigation.client";
import { useCorrections } from "../corrections/last-correction.client";

type LectureEditorProps = {
  lecture: EditedLecture;
  /** The public course page of the lecture; null if there is none. */
  coursePage: Route | null;
  canEdit: boolean;
  userId: string;
};

type Texts = Record<Field, string> & { version: string };

/** The order in the form: the lecture's own fields, and those that it normally shares with others of its course. */
const OWN: Field[] = ["lecture_number", "lecture_name", "youtube", "keywords", "views", "view_rate"];
const SHARED: Field[] = ["course_name", "course_description", "instructor"];
SHARED.push(...FIELDS.filter((field) => !OWN.includes(field) && !SHARED.includes(field)));
const LONG: Field[] = ["course_description", "keywords"];
/** Shown two in a row if there is room. */
const SHORT: Field[] = ["views", "view_rate", "subject", "institution"];
const MODES = { lecture_number: "numeric", views: "numeric", youtube: "url", image: "url" } as const;

/** The form for a lecture's fields. The typed text stays if saving is refused. */
export function LectureEditor({ lecture, coursePage, canEdit, userId }: LectureEditorProps) {
  const router = useRouter();
  const { tell } = useCorrections();
  const texts = Object.fromEntries(
    [...OWN, ...SHARED].map((field) => [field, String(lecture.cells[field] ?? "")]),
  );
  const form = useApiForm<Texts, Texts, { job: string | null }>({
    loadSchema: () => import("@/lib/corrections/schemas").then(({ lectureFormSchema }) => lectureFormSchema),
    defaultValues: { ...(texts as Record<Field, string>), version: lecture.version },
    followsDefaults: true,
    ...(canEdit && {
      draft: { form: `lecture-${lecture.id}`, owner: userId, fields: FIELDS, outlivesPage: true },
    }),
    onFailure: ({ message }) => {
      if (message === correctionMessages.conflict) router.refresh();
      return false;
    },
    path: `/api/corrections/lectures/${lecture.id}`,
    labels: LABELS,
    onSuccess: (_, data) => tell({ message: correctionMessages.saved, job: data?.job ?? null }),
  });
  const inputOf = (field: Field) => {
    const properties = { label: LABELS[field], readOnly: !canEdit, ...form.field(field) };
    // A field of one line would drop the line breaks of a cell.
    if (LONG.includes(field) || /[\r\n]/.test(texts[field] ?? ""))
      return <Wide key={field} field={<TextArea {...properties} />} />;
    const mode = field in MODES && { inputMode: MODES[field as keyof typeof MODES] };
    const input = <TextField autoComplete="off" {...mode} {...properties} />;
    return SHORT.includes(field) ? <div key={field}>{input}</div> : <Wide key={field} field={input} />;
  };
  return (
    <Form
      form={form}
      className={classNames(
        "@container mt-6 max-w-3xl gap-8 rounded-2xl border border-line bg-card p-5 sm:p-8",
        !canEdit && "[&_:is(input,textarea)]:border-line [&_:is(input,textarea)]:bg-well",
      )}
    >
      <RestoredText form={form} />
      <Group title="The lecture">{OWN.map(inputOf)}</Group>
      <Group
        title="Its course"
        hint={
          <>
            {canEdit
              ? "What is changed here is changed in this lecture alone, and with another course name it moves there. "
              : null}
            <ConsoleLink
              href={adminRoutes.course(String(lecture.cells.course_name))}
              className="font-semibold text-board underline"
            >
              {canEdit ? "Edit" : "See"} the whole course
            </ConsoleLink>
          </>
        }
      >
        {SHARED.map(inputOf)}
      </Group>
      <div className="mt-1 flex flex-wrap gap-3">
        {canEdit ? (
          <SubmitButton isSubmitting={form.isSubmitting} className="self-start">
            Save
          </SubmitButton>
        ) : null}
        {coursePage ? (
          <a href={coursePage} className={buttonClasses("outline")}>
            <ExternalLink aria-hidden="true" className="size-4" />
            View on the site
          </a>
        ) : null}
        {canEdit ? <DeleteButton lecture={lecture} /> : null}
      </div>
    </Form>
  );
}

type GroupProps = { title: string; hint?: ReactNode; children: ReactNode };

function Group({ title, hint, children }: GroupProps) {
  return (
    <fieldset>
      <legend className="mb-4 font-serif text-xl font-semibold">{title}</legend>
      {hint ? <p className="-mt-2 mb-4 text-sm text-pretty text-quiet">{hint}</p> : null}
      <div className="grid grid-cols-1 gap-5 @xl:grid-cols-2">{children}</div>
    </fieldset>
  );
}

const Wide = ({ field }: { field: ReactNode }) => <div className="@xl:col-span-2">{field}</div>;

function DeleteButton({ lecture }: { lecture: EditedLecture }) {
  const router = useRouter();
  const { send, isBusy } = useSend();
  const [isLeaving, startTransition] = useTransition();
  const isMounted = useIsMounted();

  async function remove() {
    if (isLeaving) return;
    const body = { ids: [lecture.id] };
    const removed = await send<{ job: string }>("POST", "/api/corrections/lectures/delete", body);
    if (!removed) return;
    void showToast("success", correctionMessages.deleted);
    startTransition(() => {
      if (isMounted()) router.push(adminRoutes.importReport(removed.job));
      // Pages that were seen before, to which “Back” leads, still show the lecture.
      router.refresh();
    });
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
          isBusy={isBusy || isLeaving}
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
