import "server-only";
import { unwrapOwn } from "../auth/identity.server.ts";
import { readAll } from "../supabase/responses.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import type { ListedNote, SentNote } from "./types.ts";

/**
 * The user's notes, sorted by course, lecture and moment; only those of one course if it is named.
 * @throws {SessionEndedError}
 */
export async function listNotes(client: SessionClient, courseName?: string): Promise<ListedNote[]> {
  const rows = await readAll(async (offset, limit) =>
    unwrapOwn(
      await client.rpc("list_notes", {
        // The parameter may be null, which the generated type does not allow.
        p_course_name: (courseName ?? null) as string,
        p_offset: offset,
        p_limit: limit,
      }),
      "The notes could not be read",
    ),
  );
  return rows.map((row) => ({
    id: row.id,
    recordId: row.record_id,
    videoId: row.video_id,
    courseId: row.course_id,
    courseName: row.course_name,
    institution: row.institution,
    lectureId: row.lecture_id,
    lectureName: row.lecture_name,
    seconds: row.at_seconds,
    until: row.until_seconds,
    body: row.body,
    createdAt: row.created_at,
    version: row.version,
  }));
}

/** `copied`: another device has changed the note meanwhile, so both texts are kept. `full`: the account has no room. */
type Saved = "saved" | "copied" | "full";

/**
 * Saves a note; repeated calls are safe.
 * @throws {SessionEndedError}
 */
export async function saveNote(client: SessionClient, id: string, note: SentNote): Promise<Saved> {
  const now = Date.now();
  const row = {
    record_id: note.recordId,
    video_id: note.videoId,
    course_name: note.courseName,
    lecture_name: note.lectureName,
    at_seconds: note.seconds,
    until_seconds: note.until,
    body: note.body,
    version: note.version,
    based_on: note.basedOn,
    created_at: new Date(now - note.createdAgo).toISOString(),
    updated_at: new Date(now - note.writtenAgo).toISOString(),
  };
  return unwrapOwn(
    await client.rpc("save_note", { p_id: id, p_note: JSON.stringify(row) }),
    "The note could not be saved",
  ) as Saved;
}

/**
 * Deletes a note if it exists.
 * @param basedOn if given, one of these versions must be stored
 * @throws {SessionEndedError}
 */
export async function deleteNote(client: SessionClient, id: string, basedOn?: string[]): Promise<void> {
  const call = { p_id: id, ...(basedOn && { p_based_on: basedOn.join() }) };
  unwrapOwn(await client.rpc("delete_note", call), "The note could not be deleted");
}
