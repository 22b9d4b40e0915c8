/** A player's report about a lecture's video: an error code, or that it played, with its duration in seconds. */
export type VideoReport = { recordId: number } & ({ code: number } | { played: true; duration: number });

/** The state of a video that is not working. */
export type VideoState = "suspected" | "gone" | "not_embeddable" | "hidden";

/** A video that does not play, or is hidden. Times are in milliseconds since 1970. */
export type FailingVideo = {
  videoId: string;
  state: VideoState;
  /** The reason that most reporters gave; null if all their reports have expired. */
  reason: "gone" | "not_embeddable" | null;
  reporters: number;
  firstBad: number | null;
  lastBad: number | null;
  lastPlayed: number | null;
  /** Number of lectures with this video in all courses. */
  lectureCount: number;
  /** The first few of these lectures; `courseId` is null if the course has no other lecture to show. */
  lectures: { name: string; courseName: string; courseId: string | null; lectureId: string }[];
};
