import "server-only";
import { unwrapOwn } from "../auth/identity.server.ts";
import { toCourseCard } from "../catalogue/queries.server.ts";
import { readAll } from "../supabase/responses.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import type { LearningCourse } from "./types.ts";

/**
 * Sets whether a lecture is completed, or the one with which it was merged, without changing the rest of the record.
 * False if there is no such lecture.
 * @throws {SessionEndedError}
 */
export async function setCompleted(
  client: SessionClient,
  { userId, recordId, completed }: { userId: string; recordId: number; completed: boolean },
): Promise<boolean> {
  const answer = await client
    .from("user_progress")
    .upsert({ user_id: userId, record_id: recordId, completed }, { onConflict: "user_id,record_id" });
  if (answer.error?.code === FOREIGN_KEY_VIOLATION) {
    const merged = unwrapOwn(
      await client.rpc("merged_lecture", { p_id: recordId }),
      "The lecture could not be found",
    );
    return merged ? setCompleted(client, { userId, recordId: merged, completed }) : false;
  }
  unwrapOwn(answer, "Progress could not be saved");
  return true;
}

const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Every course in which the user has a progress record, most recent activity first.
 * @throws {SessionEndedError}
 */
export async function listLearning(client: SessionClient): Promise<LearningCourse[]> {
  const rows = await readAll(async (offset, limit) =>
    unwrapOwn(
      await client.rpc("my_learning", { p_offset: offset, p_limit: limit }),
      "The courses could not be read",
    ),
  );
  return rows.map((row) => ({
    ...toCourseCard(row),
    subject: row.subject,
    instructor: row.instructor,
    description: row.description,
    lectureCount: row.lecture_count,
    completedCount: row.completed_count,
    lastActivity: row.last_activity,
  }));
}
