import type { CourseCard } from "../catalogue/types.ts";
import type { Seconds } from "./seconds.ts";

/** What is known of one learner in one lecture. Times of the video are in seconds. */
export type Place = {
  position: number;
  duration: number;
  watched: Seconds;
  /** When the position was told, in milliseconds since 1970. */
  at: number;
};

/** The lecture that a place is in, as much as shows it and the one after it without asking the server. */
export type LectureAbout = {
  courseId: string;
  courseName: string;
  institution: string | null;
  lectureId: string;
  name: string;
  thumbnailId: string | null;
  /** Its place among the lectures of the course, from 1. */
  nth: number;
  lectureCount: number;
  next: { id: number; lectureId: string; name: string; thumbnailId: string | null } | null;
};

/** A visitor's place. Where it is `isDismissed`, it is not what the home page opens with. */
export type DevicePlace = Place & { about: LectureAbout; isDismissed?: boolean };

/** A place as the account has it. */
export type SavedPlace = Place & { recordId: number; completed: boolean };

/** What a learner has completed of a course, by the ids of its lectures, and what was seen of each. */
export type CourseProgress = { completed: number[]; watching: SavedPlace[] };

/** What a player tells of one lecture: `watched` since it told last, `ago` milliseconds before it is sent. */
export type Beat = { recordId: number; position: number; duration: number; watched: Seconds; ago: number };

/** A course that a learner is in the middle of, and the lecture to go on with. */
export type ContinueCourse = CourseCard & {
  lectureCount: number;
  lecture: {
    id: number;
    lectureId: string;
    name: string;
    thumbnailId: string | null;
    /** Its place among the lectures of the course, from 1. */
    nth: number;
    place: Pick<Place, "position" | "duration"> | null;
  };
};
