import type { CourseField } from "../lecture-import/columns.ts";
import type { ImportJob } from "../lecture-import/job.ts";
import type { LectureCells } from "../lecture-import/report.ts";

/**
 * The result of a correction: `changed` with the job that can be undone; `gone` or `conflict` if another editor has
 * deleted or changed it in the meantime; `taken` if there is such a lecture or course already; `slug_taken` if another
 * course has that address.
 */
export type Correction = {
  outcome: "changed" | "unchanged" | "gone" | "conflict" | "taken" | "slug_taken";
  job: string | null;
  /** The id of an added lecture. */
  id?: number;
  /** Of lectures to be moved, the first that the course has already; null if two of them are alike. */
  name?: string | null;
};

/** A lecture for editing. */
export type EditedLecture = {
  id: number;
  cells: LectureCells;
  /** Detects changes by other editors in the meantime. */
  version: string;
  isHidden: boolean;
  /** Null if the course has no visible lecture. */
  courseId: string | null;
  /** The number of accounts with progress in this lecture. */
  learners: number;
};

/** A course for editing. */
export type EditedCourse = {
  name: string;
  courseId: string | null;
  /** Detects changes of the shared fields by other editors in the meantime. */
  version: string;
  /** A cell is null if it is empty or if lectures differ in it. */
  cells: Record<Exclude<CourseField, "course_name">, string | null>;
  /** Fields in which lectures differ. */
  mixed: CourseField[];
  lectures: { id: number; number: number | null; name: string; hasVideo: boolean; isHidden: boolean }[];
};

export type ListedCourse = {
  name: string;
  courseId: string;
  lectureCount: number;
  subject: string | null;
  institution: string | null;
};

/**
 * What a merge would do, in numbers: `moved` lectures, `joined` lectures that both courses have, `learners` whose
 * progress moves along, and quiz `questions` that move along.
 */
export type MergePreview = { moved: number; joined: number; learners: number; questions: number };

export type ListedSubject = { name: string; courseCount: number; lectureCount: number };

/** A correction in the console's list. `person` is a display name, or else, only for administrators, an e-mail. */
export type RecentCorrection = { job: ImportJob; person: string | null; isUndone: boolean };
