"use client";

import { useRouter } from "next/navigation";
import { Form, SubmitButton } from "@/components/api/form";
import { useApiForm } from "@/components/api/use-api-form.client";
import { TextArea, TextField } from "@/components/ui/text-field";
import { adminRoutes } from "@/lib/admin/routes";
import { countOf } from "@/lib/catalogue/display";
import { type CourseTexts, courseTexts } from "@/lib/corrections/course-texts";
import { correctionMessages } from "@/lib/corrections/messages";
import type { EditedCourse } from "@/lib/corrections/types";
import { type CourseField, LABELS } from "@/lib/lecture-import/columns";
import { useCorrections } from "./last-correction.client";

type Change = { name: string; version: string; cells: Partial<CourseTexts> };

/** A form for the fields that all lectures of a course share. Untouched fields stay as they are. */
export function CourseForm({ course }: { course: EditedCourse }) {
  const { tell } = useCorrections();
  const router = useRouter();
  const { name, mixed, lectures } = course;
  const form = useApiForm<CourseTexts, Change, { job: string | null }>({
    loadSchema: () =>
      import("@/lib/corrections/schemas").then(({ courseFormSchema }) => courseFormSchema(course)),
    defaultValues: courseTexts(course),
    path: "/api/corrections/course",
    onSuccess: ({ cells: changed }, data) => {
      const renamed = changed.course_name?.trim();
      tell({
        message: correctionMessages.saved,
        job: data?.job ?? null,
        ...(renamed && data?.job && { back: adminRoutes.course(name) }),
      });
      // The former address no longer shows a course, so it is replaced in the history.
      if (renamed && data?.job) router.replace(adminRoutes.course(renamed));
    },
    labels: LABELS,
    fieldOf: ({ message }) =>
      message === correctionMessages.courseTaken
        ? "course_name"
        : message === correctionMessages.slugTaken
          ? "seo_slug"
          : undefined,
  });
  const hintOf = (field: CourseField, hint?: string) =>
    mixed.includes(field) ? { hint: correctionMessages.mixed } : hint ? { hint } : {};
  return (
    <Form form={form} className="mt-6 max-w-3xl gap-6 rounded-2xl border border-line bg-card p-5 sm:p-8">
      <p className="text-sm text-pretty text-quiet">
        What you change here is changed in {lectures.length === 1 ? "its lecture" : "all its lectures"} (
        {countOf(lectures.length, "lecture")}).
      </p>
      <TextField
        label="Course Name"
        autoComplete="off"
        aria-required="true"
        hint={nameHint(course)}
        {...form.field("course_name")}
      />
      <TextArea label="Description" {...hintOf("course_description")} {...form.field("course_description")} />
      <TextField label="Subject" autoComplete="off" {...hintOf("subject")} {...form.field("subject")} />
      <TextField
        label="Instructor"
        autoComplete="off"
        {...hintOf("instructor", "Several are separated by commas.")}
        {...form.field("instructor")}
      />
      <TextField
        label="Institution"
        autoComplete="off"
        {...hintOf("institution")}
        {...form.field("institution")}
      />
      <TextField
        label="Slug"
        autoComplete="off"
        spellCheck={false}
        {...hintOf(
          "seo_slug",
          "What stands in its address. With another slug, former links lead to the new address.",
        )}
        {...form.field("seo_slug")}
      />
      <TextField
        label="Image"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...hintOf("image", "An http or https address.")}
        {...form.field("image")}
      />
      <TextArea
        label="Keywords"
        {...hintOf("keywords", "Several are separated by commas.")}
        {...form.field("keywords")}
      />
      <SubmitButton isSubmitting={form.isSubmitting} className="self-start">
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
