import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { noteMessages } from "@/lib/notes/messages";
import { deleteNote, saveNote } from "@/lib/notes/queries.server";
import { noteSchema } from "@/lib/notes/schema";

/** Enough for a text of 5,000 characters, each of them escaped. */
const MAX_BYTES = 40_000;

// Ids are unique per account: another account's note with the same id is a different note.
const noteParams = z.object({ id: z.uuid(noteMessages.noSuchNote) });

/**
 * `PUT /api/notes/{id}` `{ recordId, videoId, courseName, lectureName, seconds, until, body, createdAgo, writtenAgo
 * }`: saves a note, unless a later version is stored, and can be repeated safely; 200, or 400, 401, 403, 404, 409 if
 * the account has no room for another note, 413.
 */
export const PUT = route(
  { role: "user", params: noteParams, body: noteSchema, maxBytes: MAX_BYTES },
  async ({ client, params, body }) =>
    (await saveNote(client, params.id, body)) ? json({ ok: true }) : jsonError(409, noteMessages.full),
);

/** `DELETE /api/notes/{id}`: 200 whether the note existed or not, or 401, 403, 404. */
export const DELETE = route({ role: "user", params: noteParams }, async ({ client, params }) => {
  await deleteNote(client, params.id);
  return json({ ok: true });
});
