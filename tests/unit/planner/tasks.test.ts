import { expect, test } from "vitest";
import type { Home } from "../../../lib/catalogue/types.ts";
import { toPlannerCourses } from "../../../lib/planner/courses.ts";
import { dateSamples, sampleTasks } from "../../../lib/planner/samples.ts";
import { taskSchema } from "../../../lib/planner/task-schema.ts";
import { type NewTask, splitTasks, tasksOf, tasksReducer } from "../../../lib/planner/tasks.ts";

const task = (topic: string, date: string): NewTask => ({ courseId: "c", courseTitle: "C", topic, date });
const topics = (tasks: readonly { topic: string }[]) => tasks.map(({ topic }) => topic);

test("a new task starts not done and has an id of its own", () => {
  const tasks = tasksOf([task("a", "2026-11-21"), task("b", "2026-11-21"), task("c", "2026-11-21")]);
  expect(tasks.map(({ completed }) => completed)).toEqual([false, false, false]);
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(3);
});

test("upcoming and completed tasks come by date ascending, those of one day as they were added", () => {
  let tasks = tasksOf([
    task("later", "2027-01-02"),
    task("soon", "2026-12-31"),
    task("soon as well", "2026-12-31"),
    task("first", "2026-02-03"),
  ]);
  expect(topics(splitTasks(tasks).upcoming)).toEqual(["first", "soon", "soon as well", "later"]);
  for (const { id } of tasks) tasks = tasksReducer(tasks, { type: "toggle", id });
  expect(splitTasks(tasks).upcoming).toEqual([]);
  expect(topics(splitTasks(tasks).completed)).toEqual(["first", "soon", "soon as well", "later"]);
});

test("a task moves there and back, and nothing else changes", () => {
  const before = tasksOf([task("a", "2026-11-21"), task("b", "2026-11-22")]);
  const frozen = Object.freeze(before.map((entry) => Object.freeze(entry)));
  const moved = tasksReducer(frozen, { type: "toggle", id: frozen[0]!.id });
  expect(topics(splitTasks(moved).completed)).toEqual(["a"]);
  expect(topics(splitTasks(moved).upcoming)).toEqual(["b"]);
  expect(tasksReducer(moved, { type: "toggle", id: frozen[0]!.id })).toEqual(before);
  expect(tasksReducer(frozen, { type: "toggle", id: 99 })).toEqual(before);
});

test("course, topic and date are all required", () => {
  const whole = { course: { id: "c", name: "C" }, topic: " t ", date: "2026-11-21" };
  expect(taskSchema.parse(whole)).toEqual(task("t", "2026-11-21"));
  const lacking = [
    [{ course: undefined }, ["course"]],
    [{ topic: "  " }, ["topic"]],
    [{ date: "" }, ["date"]],
    [{ date: "2026-02-30" }, ["date"]],
    [{ course: undefined, topic: "", date: "" }, ["course", "topic", "date"]],
  ] as const;
  for (const [part, missing] of lacking) {
    const issues = taskSchema.safeParse({ ...whole, ...part }).error?.issues ?? [];
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual(
      missing.map((field) => [field, "Required"]),
    );
  }
});

test("a date of another age is told from one that is missing", () => {
  const whole = { course: { id: "c", name: "C" }, topic: "t", date: "0026-11-21" };
  expect(taskSchema.safeParse(whole).error?.issues).toMatchObject([
    { path: ["date"], message: "Choose a date after 1899" },
  ]);
});

test("a course without an id cannot be chosen", () => {
  expect(
    toPlannerCourses([
      ["a", "A"],
      ["", "Nobody"],
    ]),
  ).toEqual([{ id: "a", name: "A" }]);
});

function homeWith(...subjects: string[][]): Home {
  const card = (name: string) => ({ courseId: `id-${name}`, name, institution: null, thumbnailId: null });
  const sections = subjects.map((names, index) => ({
    name: `s${index}`,
    courseCount: names.length,
    courses: names.map(card),
  }));
  return { sections, courses: [], subjectCount: sections.length, courseCount: 0, lectureCount: 0 };
}

test("two sample tasks are about courses there are, due in two days and in a week", () => {
  const dated = (home: Home) => dateSamples(sampleTasks(home), "2026-12-30");
  expect(dated(homeWith(["A", "B"], ["C"])).map(({ courseTitle, date }) => [courseTitle, date])).toEqual([
    ["A", "2027-01-01"],
    ["C", "2027-01-06"],
  ]);
  expect(dated(homeWith(["A", "B"])).map(({ courseId }) => courseId)).toEqual(["id-A", "id-B"]);
  expect(dated(homeWith(["A"])).map(({ courseTitle }) => courseTitle)).toEqual(["A", "A"]);
  expect(dated(homeWith())).toEqual([]);
  const withoutSubjects = { ...homeWith(), courses: homeWith(["A", "B", "C"]).sections[0]?.courses ?? [] };
  expect(dated(withoutSubjects).map(({ courseTitle }) => courseTitle)).toEqual(["A", "B"]);
  expect(new Set(topics(dated(homeWith(["A"])))).size).toBe(2);
});
