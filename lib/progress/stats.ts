import { percentOf } from "../percent.ts";
import type { LearningCourse } from "./types.ts";

type Counted = Pick<LearningCourse, "lectureCount" | "completedCount">;

type LearningStats = {
  percent: number;
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
