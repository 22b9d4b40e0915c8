import type { CourseField, EditedCourse } from "./types.ts";

/** The fields that can be set for all lectures of a course at once, in the order of the form. */
export const COURSE_FIELDS = [
  "course_name",
  "course_description",
  "subject",
  "instructor",
  "institution",
  "seo_slug",
  "image",
  "keywords",
] as const satisfies ("course_name" | CourseField)[];

/** The fields of a course as typed texts. */
export type CourseTexts = Record<(typeof COURSE_FIELDS)[number], string>;

/** The initial texts of a course's form; a field in which lectures differ is empty. */
export function courseTexts({ name, cells }: Pick<EditedCourse, "name" | "cells">): CourseTexts {
  const texts = COURSE_FIELDS.map((field) => [field, field === "course_name" ? name : (cells[field] ?? "")]);
  return Object.fromEntries(texts) as CourseTexts;
}
