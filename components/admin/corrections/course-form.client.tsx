"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Form, RestoredText, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { TextArea, TextField } from "@/components/ui/text-field";
import { useIsMounted } from "@/components/ui/use-is-mounted.client";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf } from "@/lib/catalogue/display";
import { type CourseTexts, courseTexts } from "@/lib/corrections/course-texts";
import { correctionMessages } from "@/lib/corrections/messages";
import type { EditedCourse } from "@/lib/corrections/types";
import { COURSE_FIELDS, type CourseField, LABELS } from "@/lib/lecture-import/columns";
import { useCorrections } from "./last-correction.client";

type Change = { name: string; version: string; cells: Partial<CourseTexts> };

type FieldSettings = { isLong?: boolean; hint?: string; inputMode?: "url"; spellCheck?: false };

/** How the fields differ; a field that is not named is a short text. */
const FIELD_SETTINGS: Partial<Record<CourseField, FieldSettings>> = {
  course_description: { isLong: true },
  instructor: { hint: "Several are separated by commas." },
  seo_slug: {
    hint: "What stands in its address. With another slug, former links lead to the new address.",
    spellCheck: false,
  },
  image: {
    hint: "An http or https address. Pages show pictures of YouTube (i.ytimg.com) only.",
    inputMode: "url",
    spellCheck: false,
  },
  keywords: { hint: "Several are separated by commas.", isLong: true },
};

/** A form for the fields that all lectures of a course share. Untouched fields stay as they are. */
export function CourseForm({ course, userId }: { course: EditedCourse; userId: string }) {
  const { tell } = useCorrections();
  const router = useRouter();
  const [isLeaving, startTransition] = useTransition();
  const isMounted = useIsMounted();
  const { name, mixed, lectures } = course;
  const texts = courseTexts(course);
  const form = useApiForm<CourseTexts, Change, { job: string | null }>({
    loadSchema: () =>
      import("@/lib/corrections/schemas").then(({ courseFormSchema }) => courseFormSchema(course)),
    defaultValues: texts,
    followsDefaults: true,
    draft: { form: `course-${name}`, owner: userId, fields: COURSE_FIELDS, outlivesPage: true },
    path: "/api/corrections/course",
    onSuccess: ({ cells: changed }, data) => {
      const renamed = changed.course_name;
      tell({
        message: correctionMessages.saved,
        job: data?.job ?? null,
        ...(renamed && data?.job && { back: adminRoutes.course(name) }),
      });
      // The former address no longer shows a course, so it is replaced in the history.
      if (renamed && data?.job && isMounted())
        startTransition(() => router.replace(adminRoutes.course(renamed)));
    },
    labels: LABELS,
    onFailure: ({ message }) => {
      if (message === correctionMessages.conflict) router.refresh();
      return false;
    },
    fieldOf: ({ message }) =>
      message === correctionMessages.courseTaken
        ? "course_name"
        : message === correctionMessages.slugTaken
          ? "seo_slug"
          : undefined,
  });
  const isSaving = form.isSubmitting || isLeaving;
  const inputOf = (field: CourseField) => {
    const { isLong, hint, ...settings } = FIELD_SETTINGS[field] ?? {};
    const isName = field === "course_name";
    const properties = {
      label: LABELS[field],
      hint: isName ? nameHint(course) : mixed.includes(field) ? correctionMessages.mixed : hint,
      "aria-required": isName || undefined,
      ...settings,
      // A renamed course has another page, and what is typed before it is there would be lost.
      readOnly: isSaving,
      ...form.field(field),
    };
    // A field of one line would drop the line breaks of a cell.
    return isLong || /[\r\n]/.test(texts[field]) ? (
      <TextArea key={field} {...properties} />
    ) : (
      <TextField key={field} autoComplete="off" {...properties} />
    );
  };
  return (
    <Form form={form} className="mt-6 max-w-3xl gap-6 rounded-2xl border border-line bg-card p-card sm:p-8">
      <RestoredText form={form} />
      <p className="text-sm text-pretty text-quiet">
        What you change here is changed in{" "}
        {lectures.length === 1 ? "its only lecture" : `all its ${countOf(lectures.length, "lecture")}`}.
      </p>
      {COURSE_FIELDS.map(inputOf)}
      <SubmitButton isSubmitting={isSaving} className="self-start">
        Save
      </SubmitButton>
    </Form>
  );
}

/** What another name does to the address of a course. */
function nameHint({ courseId, cells, mixed }: EditedCourse): string {
  const hasSlug = mixed.includes("seo_slug") || (cells.seo_slug && [null, cells.seo_slug].includes(courseId));
  if (hasSlug)
    return `With another name it keeps its address${courseId === null ? "" : ` (/course/${courseId})`}, as it has a slug.`;
  const why = cells.seo_slug ? "another course has its slug" : "it has no slug";
  return `Its address is made of its name, as ${why}. With another name, former links lead to the new address.`;
}
