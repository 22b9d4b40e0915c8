import { z } from "zod";
import "../zod-in-browsers.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from "./text-limits.ts";

/** The form of a new lecture. */
export const lectureSchema = z.strictObject({
  youtube: z.string(),
  title: z.string().max(MAX_TITLE_LENGTH),
  institution: z.string(),
  instructor: z.string(),
  description: z.string().max(MAX_DESCRIPTION_LENGTH),
});
