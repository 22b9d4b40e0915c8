import { z } from "zod";
import "../zod-in-browsers.ts";
import { type Field, lectureTable } from "../lecture-import/columns.ts";
import { correctionMessages } from "./messages.ts";
import type { CourseField, EditedCourse } from "./types.ts";

// What an import refuses is refused here, in the same words.

const cell = (field: Field) => lectureTable.columns[field].cell;

/** A course or subject that there is: any text that the database can hold. */
const existingName = z
  .string()
  .min(1, correctionMessages.noCourse)
  .max(1_000)
  .refine((name) => name.isWellFormed() && !name.includes("\0"));

const ids = z.array(z.int().positive()).min(1).max(10_000);

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

type CourseFormField = (typeof COURSE_FIELDS)[number];
type Texts = Record<CourseFormField, string>;

const courseCells = Object.fromEntries(
  COURSE_FIELDS.map((field) => [field, cell(field).optional()]),
) as Record<CourseFormField, z.ZodOptional<z.ZodType<string | null>>>;

/** Cells that all lectures of a course are to have. */
export const courseEditSchema = z.strictObject({ name: existingName, cells: z.strictObject(courseCells) });

export const mergeSchema = z.strictObject({ from: existingName, into: existingName });

/** `isJoined` where the two may become one. */
export const subjectSchema = z.strictObject({
  from: existingName,
  to: z
    .string()
    .refine((name) => name.trim() !== "", { error: "required", abort: true })
    .pipe(cell("subject") as z.ZodType<string, string>),
  isJoined: z.boolean().default(false),
});

/** The form of a subject's name. `taken` is that of another subject, which the user was told of. */
export function subjectFormSchema(from: string, taken: string | undefined) {
  return z
    .object({ to: subjectSchema.shape.to })
    .transform(({ to }) => ({ from, to, isJoined: to === taken }));
}

export const idsSchema = z.strictObject({ ids });

export const moveSchema = z.strictObject({ ids, course: existingName });

/** A lecture that a course gets; its other fields are the course's. */
export const newLectureSchema = z.strictObject({
  course: existingName,
  lecture_number: cell("lecture_number") as z.ZodType<number | null, string>,
  lecture_name: cell("lecture_name") as z.ZodType<string, string>,
  youtube: cell("youtube") as z.ZodType<string | null, string>,
});

/** The texts that the form of a course begins with; a field in which lectures differ is empty. */
export function courseTexts({ name, cells }: Pick<EditedCourse, "name" | "cells">): Texts {
  const texts = COURSE_FIELDS.map((field) => [field, field === "course_name" ? name : (cells[field] ?? "")]);
  return Object.fromEntries(texts) as Texts;
}

/** As a text field of a browser has it. */
const normalised = (text: string) => text.replace(/\r\n?/g, "\n");

/** The form of a course: what was not touched is neither checked nor sent. */
export function courseFormSchema(course: Pick<EditedCourse, "name" | "cells">) {
  const before = courseTexts(course);
  const texts = Object.fromEntries(COURSE_FIELDS.map((field) => [field, z.string()])) as Record<
    CourseFormField,
    z.ZodString
  >;
  const touched = (values: Texts) =>
    COURSE_FIELDS.filter((field) => normalised(values[field]) !== normalised(before[field]));
  return z
    .object(texts)
    .superRefine((values, context) => {
      for (const field of touched(values)) {
        const { error } = courseCells[field].safeParse(values[field]);
        if (error) context.addIssue({ code: "custom", path: [field], message: error.issues[0]?.message });
      }
    })
    .transform((values) => ({
      name: course.name,
      cells: Object.fromEntries(touched(values).map((field) => [field, values[field]])) as Partial<Texts>,
    }));
}

/** The form of a lecture that is added: its texts are sent as they were typed, and checked again. */
export function newLectureFormSchema(course: string) {
  const { lecture_number, lecture_name, youtube } = newLectureSchema.shape;
  const cells = { lecture_number, lecture_name, youtube };
  return z
    .object({ lecture_number: z.string(), lecture_name: z.string(), youtube: z.string() })
    .superRefine((values, context) => {
      for (const field of ["lecture_number", "lecture_name", "youtube"] as const) {
        const { error } = cells[field].safeParse(values[field]);
        if (error) context.addIssue({ code: "custom", path: [field], message: error.issues[0]?.message });
      }
    })
    .transform((values) => ({ course, ...values }));
}
