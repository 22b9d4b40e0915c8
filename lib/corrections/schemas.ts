import { z } from "zod";
import "../zod-in-browsers.ts";
import { Refusal, schemaOf } from "../csv/cells.ts";
import { FIELDS, type Field, type ImportedLecture, lectureTable } from "../lecture-import/columns.ts";
import { COURSE_FIELDS, type CourseTexts, courseTexts } from "./course-texts.ts";
import { correctionMessages } from "./messages.ts";
import type { EditedCourse } from "./types.ts";

// What an import refuses is refused here, in the same words.

const cell = (field: Field) => schemaOf(lectureTable.columns[field].cell);

/** A cell as it is typed and sent. */
const typed = (field: Field) =>
  z.string().superRefine((text, context) => {
    const value = lectureTable.columns[field].cell(text);
    if (value instanceof Refusal) context.addIssue(value.reason);
  });

/** Bytes of a request with all cells of a lecture, each letter in four, or with the ids of 10,000. */
export const CORRECTION_BYTES = 200_000;

/** A course or subject that there is: any text that the database can hold. */
const existingName = z
  .string()
  .min(1, correctionMessages.noCourse)
  .max(1_000)
  .refine((name) => name.isWellFormed() && !name.includes("\0"));

const ids = z.array(z.int().positive()).min(1).max(10_000);

const courseCells = Object.fromEntries(
  COURSE_FIELDS.map((field) => [field, cell(field).optional()]),
) as Record<keyof CourseTexts, z.ZodOptional<z.ZodType<string | null>>>;

const version = z.string().max(40);

/** Cells that all lectures of a course are to have, with the version that was opened. */
export const courseEditSchema = z.strictObject({
  name: existingName,
  version,
  cells: z.strictObject(courseCells),
});

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

/** A lecture as its form has it, with the version that was opened. */
export const lectureFormSchema = z.strictObject({
  version,
  ...(Object.fromEntries(FIELDS.map((field) => [field, typed(field)])) as Record<Field, z.ZodString>),
});

/** The cells that the texts of a lecture's form stand for, which are valid. */
export const lectureCells = (texts: Record<Field, string>) =>
  Object.fromEntries(
    FIELDS.map((field) => [field, lectureTable.columns[field].cell(texts[field])]),
  ) as ImportedLecture;

/** A lecture that a course gets; its other fields are the course's. */
export const newLectureSchema = z.strictObject({
  course: existingName,
  lecture_number: cell("lecture_number") as z.ZodType<number | null, string>,
  lecture_name: cell("lecture_name") as z.ZodType<string, string>,
  youtube: cell("youtube") as z.ZodType<string | null, string>,
});

/** As a text field of a browser has it. */
const normalised = (text: string) => text.replace(/\r\n?/g, "\n");

/** The form of a course: what was not touched is neither checked nor sent. */
export function courseFormSchema(course: Pick<EditedCourse, "name" | "version" | "cells">) {
  const before = courseTexts(course);
  const texts = Object.fromEntries(COURSE_FIELDS.map((field) => [field, z.string()])) as Record<
    keyof CourseTexts,
    z.ZodString
  >;
  const touched = (values: CourseTexts) =>
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
      version: course.version,
      cells: Object.fromEntries(
        touched(values).map((field) => [field, values[field]]),
      ) as Partial<CourseTexts>,
    }));
}

/** The form of a lecture that is added: its texts are sent as they were typed, and checked again. */
export function newLectureFormSchema(course: string) {
  return z
    .object({
      lecture_number: typed("lecture_number"),
      lecture_name: typed("lecture_name"),
      youtube: typed("youtube"),
    })
    .transform((values) => ({ course, ...values }));
}
