import type { CourseCard } from "../catalogue/types.ts";

/** A course in My Learning: a course in which the learner has a progress record. */
export type LearningCourse = CourseCard & {
  subject: string | null;
  /** Comma-separated. */
  instructor: string | null;
  description: string | null;
  lectureCount: number;
  completedCount: number;
  /** The learner's last activity in this course, in seconds since 1970. */
  lastActivity: number;
};
