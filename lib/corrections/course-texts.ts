import type { CourseField, EditedCourse } from "./types.ts";

/** What all lectures of a course can be given, in the order of the form. */
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

/** The fields of a course as they are typed. */
export type CourseTexts = Record<(typeof COURSE_FIELDS)[number], string>;

/** The texts that the form of a course begins with; a field in which lectures differ is empty. */
export function courseTexts({ name, cells }: Pick<EditedCourse, "name" | "cells">): CourseTexts {
  const texts = COURSE_FIELDS.map((field) => [field, field === "course_name" ? name : (cells[field] ?? "")]);
  return Object.fromEntries(texts) as CourseTexts;
}
