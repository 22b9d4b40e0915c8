import { z } from "zod";
import { cleanBody, LONGEST_BODY } from "./body.ts";
import { MOST_VERSIONS } from "./versions.ts";

/** Longer than any video. */
const MAX_SECONDS = 359_999;
/** A device may have stored a note for years. */
const MAX_AGO = 10 * 366 * 86_400_000;

const second = z.int().min(0).max(MAX_SECONDS);
const name = z
  .string()
  .max(250)
  .refine((text) => text.trim() !== "" && !text.includes("\0"));
const ago = z.int().min(0).max(MAX_AGO);

/** A note as it is sent to the server. */
export const noteSchema = z
  .strictObject({
    recordId: z.int().positive().nullable(),
    videoId: z
      .string()
      .regex(/^[\w-]{11}$/)
      .nullable(),
    courseName: name,
    lectureName: name,
    seconds: second,
    until: second.nullable(),
    body: z.string().max(LONGEST_BODY).transform(cleanBody),
    createdAgo: ago,
    writtenAgo: ago,
    version: z.uuid().optional(),
    basedOn: z.array(z.uuid()).max(MOST_VERSIONS).optional(),
  })
  .refine(({ seconds, until }) => until === null || until > seconds);
