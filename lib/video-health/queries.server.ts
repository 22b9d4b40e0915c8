import "server-only";
import { sliceOf, toListPage } from "../admin/paging.ts";
import type { ListPage } from "../admin/types.ts";
import { streamLectures } from "../lecture-import/export-lectures.ts";
import type { Client } from "../supabase/client.ts";
import { toError, unwrap } from "../supabase/responses.ts";
import type { FailingVideo } from "./types.ts";

// `client` acts as an account that may view the console: the database authorises the account by its own token.

type VideoColumns = {
  total: number;
  video_id: string | null;
  state: FailingVideo["state"];
  reason: FailingVideo["reason"];
  reporters: number;
  first_bad: number | null;
  last_bad: number | null;
  last_played: number | null;
  lecture_count: number;
  lectures: { name: string; course_name: string; course_id: string | null; lecture_id: string }[];
};

/** A page of the videos that do not play, the most certain first, followed by those that are hidden. */
export async function listFailingVideos(client: Client, page: number): Promise<ListPage<FailingVideo>> {
  const answer = await client
    .rpc("admin_videos", sliceOf(page))
    .overrideTypes<VideoColumns[], { merge: false }>();
  return toListPage(unwrap(answer, "The videos"), page, toVideo);
}

function toVideo({ video_id, ...row }: VideoColumns): FailingVideo | null {
  if (video_id === null) return null;
  return {
    videoId: video_id,
    state: row.state,
    reason: row.reason,
    reporters: row.reporters,
    firstBad: inMilliseconds(row.first_bad),
    lastBad: inMilliseconds(row.last_bad),
    lastPlayed: inMilliseconds(row.last_played),
    lectureCount: row.lecture_count,
    lectures: row.lectures.map(({ name, course_name, course_id, lecture_id }) => ({
      name,
      courseName: course_name,
      courseId: course_id,
      lectureId: lecture_id,
    })),
  };
}

const inMilliseconds = (seconds: number | null) => (seconds === null ? null : seconds * 1000);

/**
 * Hides the lectures of a video, or marks it as working, which shows them again.
 * @returns false if the video is not known, or already has this verdict
 */
export async function reviewVideo(
  client: Client,
  videoId: string,
  verdict: "fine" | "hidden",
): Promise<boolean> {
  const reviewed = await client.rpc("review_video", { p_video: videoId, p_verdict: verdict });
  return unwrap(reviewed, "The video");
}

/**
 * Replaces a video in every lecture that uses it.
 * @returns the number of lectures; null if the other video is hidden, and no lecture was changed
 */
export async function replaceVideo(client: Client, videoId: string, by: string): Promise<number | null> {
  return unwrap(await client.rpc("replace_video", { p_video: videoId, p_by: by }), "The video");
}

/**
 * Streams the lectures whose videos do not play or are hidden, as a CSV file with the columns that an import reads.
 * Cells that a spreadsheet would run as a formula become text.
 */
export function failingLecturesCsv(client: Client): ReadableStream {
  return streamLectures("spreadsheets", async (last, limit) => {
    const page = { p_after: last?.id ?? 0, p_limit: limit };
    const { data, error, status } = await client.rpc("admin_failing_lectures", page);
    if (error) throw toError({ status, error }, "The lectures could not be read");
    return data;
  });
}
