import { z } from "zod";
import "../zod-in-browsers.ts";
import { type Cell, Refusal } from "../csv/cells.ts";
import {
  COURSE_FIELDS,
  FIELDS,
  type Field,
  type ImportedLecture,
  lectureTable,
} from "../lecture-import/columns.ts";
import { type CourseTexts, courseTexts } from "./course-texts.ts";
import { correctionMessages } from "./messages.ts";
import type { EditedCourse } from "./types.ts";

// The same rules and messages apply as in an import.

function schemaOf<Value>(cell: Cell<Value>): z.ZodType<Value, string> {
  return z.string().transform((raw, context) => {
    const value = cell(raw);
    if (!(value instanceof Refusal)) return value;
    context.addIssue(value.reason);
    return z.NEVER;
  });
}

const cell = (field: Field) => schemaOf(lectureTable.columns[field].cell);

/** A cell as typed text, validated but not converted. */
const typed = (field: Field) =>
  z.string().superRefine((text, context) => {
    const value = lectureTable.columns[field].cell(text);
    if (value instanceof Refusal) context.addIssue(value.reason);
  });

/** The maximum size of a request body: all cells of a lecture at four bytes a character, or 10,000 ids. */
export const CORRECTION_BYTES = 200_000;

/** The name of an existing course or subject: any text that the database can store. */
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

/** The new cells for all lectures of a course, with the version of the course that was opened. */
export const courseEditSchema = z.strictObject({
  name: existingName,
  version,
  cells: z.strictObject(courseCells),
});

export const mergeSchema = z.strictObject({ from: existingName, into: existingName });

/** `isJoined` allows merging with an existing subject of the new name. */
export const subjectSchema = z.strictObject({
  from: existingName,
  to: z
    .string()
    .refine((name) => lectureTable.columns.subject.cell(name) !== null, { error: "required", abort: true })
    .pipe(cell("subject") as z.ZodType<string, string>),
  isJoined: z.boolean().default(false),
});

/** The form of a subject's name. `taken` is the name of another subject that the user was warned about. */
export function subjectFormSchema(from: string, taken: string | undefined) {
  return z
    .object({ to: subjectSchema.shape.to })
    .transform(({ to }) => ({ from, to, isJoined: to === taken }));
}

export const idsSchema = z.strictObject({ ids });

export const moveSchema = z.strictObject({ ids, course: existingName });

/** The form of a lecture as typed texts, with the version of the lecture that was opened. */
export const lectureFormSchema = z.strictObject({
  version,
  ...(Object.fromEntries(FIELDS.map((field) => [field, typed(field)])) as Record<Field, z.ZodString>),
});

/** Converts the texts of a lecture's form, which must be valid, to cells. */
export const lectureCells = (texts: Record<Field, string>) =>
  Object.fromEntries(
    FIELDS.map((field) => [field, lectureTable.columns[field].cell(texts[field])]),
  ) as ImportedLecture;

/** A new lecture of a course; its other fields are copied from the course. */
export const newLectureSchema = z.strictObject({
  course: existingName,
  lecture_number: cell("lecture_number") as z.ZodType<number | null, string>,
  lecture_name: cell("lecture_name") as z.ZodType<string, string>,
  youtube: cell("youtube") as z.ZodType<string | null, string>,
});

/** The form of a course: unchanged fields are neither validated nor sent. */
export function courseFormSchema(course: Pick<EditedCourse, "name" | "version" | "cells">) {
  const before = courseTexts(course);
  const texts = Object.fromEntries(COURSE_FIELDS.map((field) => [field, z.string()])) as Record<
    keyof CourseTexts,
    z.ZodString
  >;
  const touched = (values: CourseTexts) => COURSE_FIELDS.filter((field) => values[field] !== before[field]);
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
        // As they are stored: a renamed course is looked for by its name.
        touched(values).map((field) => [field, courseCells[field].parse(values[field]) ?? ""]),
      ) as Partial<CourseTexts>,
    }));
}

/** The form of a new lecture: its texts are sent as typed, and the server validates them again. */
export function newLectureFormSchema(course: string) {
  return z
    .object({
      lecture_number: typed("lecture_number"),
      lecture_name: typed("lecture_name"),
      youtube: typed("youtube"),
    })
    .transform((values) => ({ course, ...values }));
}
