import type { CourseCard } from "../catalogue/types.ts";
import type { Seconds } from "./seconds.ts";

/** The progress of one learner in one lecture. Video times are in seconds. */
export type Place = {
  /** The video that it is of. Browsers also hold places that they have stored without it. */
  videoId?: string;
  position: number;
  duration: number;
  watched: Seconds;
  /** When the position was reported, in milliseconds since 1970. */
  at: number;
};

/** The data of a place's lecture that is needed to show it and the next lecture without a request to the server. */
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

/** A visitor's place. If it is `isDismissed`, the home page does not offer to continue it. */
export type DevicePlace = Place & { about: LectureAbout; isDismissed?: boolean };

/** A place that is stored in the account. */
export type SavedPlace = Place & { recordId: number; completed: boolean };

/**
 * A learner's progress in a course: the ids of completed lectures, the place in each watched lecture, and for lectures
 * whose video was watched as another lecture, the place there.
 */
export type CourseProgress = { completed: number[]; watching: SavedPlace[]; elsewhere: SavedPlace[] };

/** A player's report on a lecture: `watched` since its last report, recorded `ago` milliseconds before sending. */
export type Beat = Omit<Place, "at"> & { recordId: number; ago: number };

/** A course that a learner has in progress, and the lecture to continue with. */
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
