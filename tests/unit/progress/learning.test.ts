import { expect, test } from "vitest";
import { deriveStats } from "../../../lib/progress/stats.ts";
import type { LearningCourse } from "../../../lib/progress/types.ts";
import {
  applyView,
  filterValues,
  formatView,
  type LearningView,
  parseView,
} from "../../../lib/progress/view.ts";

const course = (name: string, overrides: Partial<LearningCourse> = {}): LearningCourse => ({
  courseId: name,
  name,
  institution: null,
  thumbnailId: null,
  subject: null,
  instructor: null,
  description: null,
  lectureCount: 10,
  completedCount: 0,
  lastActivity: 0,
  ...overrides,
});

test("stats count courses by whether every lecture is completed, and lectures of all of them", () => {
  const courses = [
    course("done", { lectureCount: 2, completedCount: 2 }),
    course("begun", { lectureCount: 4, completedCount: 1 }),
    course("only looked at", { lectureCount: 4 }),
  ];
  expect(deriveStats(courses)).toEqual({ percent: 30, completed: 1, inProgress: 2 });
  expect(deriveStats([])).toEqual({ percent: 0, completed: 0, inProgress: 0 });
});

const names = (courses: LearningCourse[]) => courses.map(({ name }) => name);
const all: LearningView = { sort: "recent", subject: null, institution: null };

test("sorts by latest, by progress and by name, equals by name", () => {
  const courses = [
    course("b", { lastActivity: 1, completedCount: 5 }),
    course("a", { lastActivity: 1, completedCount: 9 }),
    course("c", { lastActivity: 2, completedCount: 5 }),
  ];
  expect(names(applyView(courses, all))).toEqual(["c", "a", "b"]);
  expect(names(applyView(courses, { ...all, sort: "progress" }))).toEqual(["a", "b", "c"]);
  expect(names(applyView(courses, { ...all, sort: "name" }))).toEqual(["a", "b", "c"]);
});

test("filters by subject and institution, and offers each value once", () => {
  const courses = [
    course("a", { subject: "Physics", institution: "MIT" }),
    course("b", { subject: "Physics" }),
    course("c", { subject: "Art", institution: "MIT" }),
  ];
  expect(names(applyView(courses, { ...all, subject: "Physics" }))).toEqual(["a", "b"]);
  expect(names(applyView(courses, { ...all, subject: "Physics", institution: "MIT" }))).toEqual(["a"]);
  expect(filterValues(courses, "subject")).toEqual(["Art", "Physics"]);
  expect(filterValues([course("x")], "institution")).toEqual([]);
});

test("a view survives its way through an address; what is unknown is left out", () => {
  const view: LearningView = { sort: "progress", subject: "C & D?", institution: "all" };
  expect(parseView(new URLSearchParams(formatView(view)))).toEqual(view);
  expect(formatView(all)).toBe("");
  expect(parseView(new URLSearchParams("sort=toString&subject="))).toEqual(all);
});
