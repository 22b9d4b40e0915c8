import { z } from "zod";
import "../zod-in-browsers.ts";
import { isCalendarDate } from "./calendar-date.ts";
import { plannerMessages } from "./messages.ts";
import type { NewTask } from "./tasks.ts";

const { required } = plannerMessages;

/** The form of a new task, converted to the task. */
export const taskSchema = z
  .object({
    course: z.object({ id: z.string(), name: z.string() }, required),
    topic: z.string().trim().min(1, required),
    // A browser takes `26` for the year 26.
    date: z
      .string()
      .refine(isCalendarDate, { error: required, abort: true })
      .refine((date) => date >= "1900-01-01", plannerMessages.tooEarly),
  })
  .transform(
    ({ course, topic, date }): NewTask => ({ courseId: course.id, courseTitle: course.name, topic, date }),
  );
