import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { noteMessages } from "@/lib/notes/messages";
import { deleteNote, saveNote } from "@/lib/notes/queries.server";
import { noteSchema } from "@/lib/notes/schema";
import { MOST_VERSIONS } from "@/lib/notes/versions";

/** Enough for a text of 5,000 characters, each of them escaped. */
const MAX_BYTES = 40_000;

// Ids are unique per account: another account's note with the same id is a different note.
const noteParams = z.object({ id: z.uuid(noteMessages.noSuchNote) });

const deletionSchema = z.object({
  basedOn: z
    .string()
    .transform((text) => (text === "" ? [] : text.split(",")))
    .pipe(z.array(z.uuid()).max(MOST_VERSIONS))
    .optional(),
});

/**
 * `PUT /api/notes/{id}` `{ recordId, videoId, courseName, lectureName, seconds, until, body, createdAgo, writtenAgo,
 * version?, basedOn? }`: saves a note, and can be repeated safely. `{ isCopied }` is true if the stored version is none
 * of `basedOn`, and the note was added beside it; without `version` what was written last stays. 200, or 400, 401, 403,
 * 404, 409 if the account has no room for another note, 413.
 */
export const PUT = route(
  { role: "user", params: noteParams, body: noteSchema, maxBytes: MAX_BYTES },
  async ({ client, params, body }) => {
    const saved = await saveNote(client, params.id, body);
    return saved === "full"
      ? jsonError(409, noteMessages.full)
      : json({ ok: true, isCopied: saved === "copied" });
  },
);

/**
 * `DELETE /api/notes/{id}?basedOn=…,…`: deletes the note, but no version that is none of those given; 200 whether the
 * note existed or not, or 400, 401, 403, 404.
 */
export const DELETE = route(
  { role: "user", params: noteParams, query: deletionSchema },
  async ({ client, params, query }) => {
    await deleteNote(client, params.id, query.basedOn);
    return json({ ok: true });
  },
);
