import type { Field } from "../lecture-import/columns.ts";
import type { ImportJob } from "../lecture-import/job.ts";
import type { LectureCells } from "../lecture-import/report.ts";

/**
 * What came of a correction: `changed` with the job that takes it back; `gone` and `conflict` where it was deleted or changed
 * by another meanwhile; `taken` where there is such a lecture or course already.
 */
export type Correction = {
  outcome: "changed" | "unchanged" | "gone" | "conflict" | "taken";
  job: string | null;
  /** Of a lecture that was added. */
  id?: number;
};

/** A lecture to be edited. */
export type EditedLecture = {
  id: number;
  cells: LectureCells;
  /** Tells whether it was changed meanwhile. */
  version: string;
  isHidden: boolean;
  /** Null where the course has no lecture that is shown. */
  courseId: string | null;
  /** Accounts with progress there. */
  learners: number;
};

/** Fields that all lectures of a course share, as a rule. */
export type CourseField = Exclude<
  Field,
  "course_name" | "lecture_number" | "lecture_name" | "youtube" | "view_rate" | "views"
>;

/** A course to be edited. */
export type EditedCourse = {
  name: string;
  courseId: string | null;
  /** Tells whether what its lectures share was changed meanwhile. */
  version: string;
  /** Null where it is empty, and where lectures differ. */
  cells: Record<CourseField, string | null>;
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
 * What a merge would do: lectures that move, those that both courses have, and learners whose progress and quiz questions that
 * follow.
 */
export type MergePreview = { moved: number; joined: number; learners: number; questions: number };

export type ListedSubject = { name: string; courseCount: number; lectureCount: number };

/** A correction as the console lists it. `person` is a name, or for administrators an e-mail address. */
export type RecentCorrection = { job: ImportJob; person: string | null; isUndone: boolean };
