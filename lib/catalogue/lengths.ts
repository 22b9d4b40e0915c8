import type { Lecture } from "./types.ts";

/** The known length of a course: `seconds` is the sum of `known` lectures, out of `total` lectures with a video. */
type CourseLength = { seconds: number; known: number; total: number };

/** Null if no lecture's length is known. */
export function deriveCourseLength(
  lectures: readonly Pick<Lecture, "videoId" | "seconds">[],
): CourseLength | null {
  const lengths = lectures.flatMap(({ seconds }) => seconds ?? []);
  if (lengths.length === 0) return null;
  return {
    seconds: lengths.reduce((sum, seconds) => sum + seconds, 0),
    known: lengths.length,
    total: lectures.filter(({ videoId }) => videoId !== null).length,
  };
}

/** `50 min`, or `3 h 20 min`. */
export function formatLength(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const parts = [hours > 0 && `${hours} h`, (minutes % 60 > 0 || hours === 0) && `${minutes % 60} min`];
  return parts.filter(Boolean).join(" ");
}

/** An ISO 8601 duration: `PT3H20M5S`. */
export function isoLength(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "H"],
    [Math.floor(seconds / 60) % 60, "M"],
    [seconds % 60, "S"],
  ] as const;
  return `PT${parts.flatMap(([count, unit]) => (count > 0 ? count + unit : [])).join("")}`;
}
