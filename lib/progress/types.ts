import type { CourseCard } from "../catalogue/types.ts";

/** A course in My Learning: one in which the learner has a progress record. */
export type LearningCourse = CourseCard & {
  subject: string | null;
  /** Comma-separated, as in the data. */
  instructor: string | null;
  description: string | null;
  lectureCount: number;
  completedCount: number;
  /** When the learner last changed something in it, in seconds since 1970. */
  lastActivity: number;
};
