import { z } from "zod";
import { parseCourseId } from "./course-param.ts";
import { quizConsoleMessages, quizMessages } from "./messages.ts";

/** The `{id}` of a URL path: a question. */
export const questionParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, quizMessages.noSuchQuestion)
    .transform(Number),
});

/** The `course` parameter of a URL. */
export const courseQuery = z
  .string()
  .refine((course) => parseCourseId(course) !== null, { error: quizConsoleMessages.noCourse });
