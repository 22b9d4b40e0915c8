/** What a player told of a lecture's video: its error, or that it played, and how long it is in seconds. */
export type VideoReport = { recordId: number } & ({ code: number } | { played: true; duration: number });

/** What a video counts as. */
export type VideoState = "suspected" | "gone" | "not_embeddable" | "hidden";

/** A video that does not play, or is hidden. Times are in seconds since 1970. */
export type FailingVideo = {
  videoId: string;
  state: VideoState;
  /** What most reporters say; null where all reports are older than what is kept. */
  reason: "gone" | "not_embeddable" | null;
  reporters: number;
  firstBad: number | null;
  lastBad: number | null;
  lastPlayed: number | null;
  /** Of all courses. */
  lectureCount: number;
  /** The first few of them; `courseId` is null where the course has no other lecture to show. */
  lectures: { name: string; courseName: string; courseId: string | null; lectureId: string }[];
};
