import { percentOf } from "../percent.ts";
import type { LearningCourse } from "./types.ts";

type Counted = Pick<LearningCourse, "lectureCount" | "completedCount">;

export type LearningStats = {
  /** Completed lectures of all lectures. */
  percent: number;
  /** Courses with every lecture completed. */
  completed: number;
  inProgress: number;
};

export function deriveStats(courses: readonly Counted[]): LearningStats {
  const sum = (count: (course: Counted) => number) =>
    courses.reduce((total, course) => total + count(course), 0);
  const completed = courses.filter(
    ({ completedCount, lectureCount }) => completedCount >= lectureCount,
  ).length;
  return {
    percent: percentOf(
      sum(({ completedCount }) => completedCount),
      sum(({ lectureCount }) => lectureCount),
    ),
    completed,
    inProgress: courses.length - completed,
  };
}
