import { COURSE_FIELDS, type CourseField } from "../lecture-import/columns.ts";
import type { EditedCourse } from "./types.ts";

/** The fields of a course as typed texts. */
export type CourseTexts = Record<CourseField, string>;

/** The initial texts of a course's form; a field in which lectures differ is empty. */
export function courseTexts({ name, cells }: Pick<EditedCourse, "name" | "cells">): CourseTexts {
  const texts = COURSE_FIELDS.map((field) => [field, field === "course_name" ? name : (cells[field] ?? "")]);
  return Object.fromEntries(texts) as CourseTexts;
}
