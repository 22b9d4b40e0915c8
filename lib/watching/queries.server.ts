import "server-only";
import { unwrapOwn } from "../auth/identity.server.ts";
import { toCourseCard } from "../catalogue/queries.server.ts";
import { thumbnailId } from "../catalogue/thumbnails.ts";
import type { SessionClient } from "../supabase/session.server.ts";
import type { Beat, ContinueCourse, CourseProgress, SavedPlace } from "./types.ts";

/**
 * What the user has completed and watched of a course.
 * @throws {SessionEndedError}
 */
export async function getCourseProgress(client: SessionClient, courseName: string): Promise<CourseProgress> {
  const progress = unwrapOwn(
    await client.rpc("course_progress", { p_course_name: courseName }),
    "Progress could not be read",
  );
  return progress as unknown as CourseProgress;
}

/**
 * Adds watched seconds and positions to the user's progress, which may complete lectures. Returns the new progress
 * of these lectures, except deleted ones and those that have another video by now.
 * @throws {SessionEndedError}
 */
export async function recordWatching(
  client: SessionClient,
  beats: readonly Beat[],
  { completes }: { completes: boolean },
): Promise<SavedPlace[]> {
  const now = Date.now();
  const items = beats.map(({ recordId, videoId, ago, ...beat }) => ({
    record_id: recordId,
    video_id: videoId,
    at: new Date(now - ago).toISOString(),
    ...beat,
  }));
  const answer = await client.rpc("record_watching", {
    p_items: JSON.stringify(items),
    p_completes: completes,
  });
  return unwrapOwn(answer, "Watching could not be saved") as unknown as SavedPlace[];
}

/**
 * The courses that the user has in progress, the latest first.
 * @throws {SessionEndedError}
 */
export async function listContinuing(client: SessionClient, limit: number): Promise<ContinueCourse[]> {
  const rows = unwrapOwn(
    await client.rpc("continue_watching", { p_limit: limit }),
    "The courses could not be read",
  );
  return rows.map((row) => ({
    ...toCourseCard(row),
    lectureCount: row.lecture_count,
    lecture: {
      id: row.record_id,
      lectureId: row.lecture_id,
      name: row.lecture_name,
      thumbnailId: thumbnailId({ image: row.lecture_image, youtube: row.lecture_youtube }),
      nth: row.nth,
      place: toPlace(row.place),
    },
  }));
}

const toPlace = (place: unknown) => {
  const known = place as SavedPlace | null;
  return known && { position: known.position, duration: known.duration };
};

/**
 * Removes a course from the user's list of courses to continue, until the user watches it again.
 * @throws {SessionEndedError}
 */
export async function dismissCourse(client: SessionClient, courseName: string): Promise<void> {
  unwrapOwn(
    await client.rpc("dismiss_course", { p_course_name: courseName }),
    "The course could not be removed",
  );
}

/**
 * Deletes what the user has watched, but not which lectures are completed.
 * @throws {SessionEndedError}
 */
export async function forgetWatching(client: SessionClient): Promise<void> {
  unwrapOwn(await client.rpc("forget_watching"), "Watching could not be forgotten");
}
