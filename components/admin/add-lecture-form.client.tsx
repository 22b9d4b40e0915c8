"use client";

import { Form } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { buttonClasses } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import { adminMessages } from "@/lib/admin/messages";
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from "@/lib/admin/text-limits";
import { LimitedField } from "./limited-field.client";

const pullData = () => showToast("info", adminMessages.pullLater);
const createLecture = () => showToast("info", adminMessages.createLater);

// Undefined instead of empty, so that text typed before hydration stays in its field.
const untouched = {
  youtube: undefined,
  title: undefined,
  institution: undefined,
  instructor: undefined,
  description: undefined,
};

/** The form for a new lecture. For now its buttons only say what they will do. */
export function AddLectureForm({ userId }: { userId: string }) {
  const form = useApiForm({
    loadSchema: () => import("@/lib/admin/lecture-schema").then(({ lectureSchema }) => lectureSchema),
    defaultValues: untouched,
    draft: { form: "lecture", owner: userId, fields: Object.keys(untouched), outlivesPage: true },
    onSuccess: createLecture,
  });
  return (
    <Form form={form} className="mt-8 max-w-2xl gap-6 rounded-2xl border border-line bg-card p-5 sm:p-8">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label="YouTube Link"
            type="url"
            inputMode="url"
            autoComplete="off"
            {...form.field("youtube")}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              pullData();
            }}
          />
        </div>
        <button type="button" onClick={pullData} className={buttonClasses("outline", "h-12")}>
          Pull Data
        </button>
      </div>
      <LimitedField label="Title" {...form.field("title")} limit={MAX_TITLE_LENGTH} />
      <TextField label="Source/Institution" autoComplete="off" {...form.field("institution")} />
      <TextField label="Instructor" autoComplete="off" {...form.field("instructor")} />
      <LimitedField
        label="Description"
        {...form.field("description")}
        limit={MAX_DESCRIPTION_LENGTH}
        isLong
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className={buttonClasses("solid")}>
          Add to Database
        </button>
        <button type="button" onClick={createLecture} className={buttonClasses("outline")}>
          Save Draft
        </button>
      </div>
    </Form>
  );
}
