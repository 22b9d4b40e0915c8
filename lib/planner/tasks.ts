import type { PlannerCourse } from "./courses.ts";

export type Task = {
  id: number;
  courseId: string;
  courseTitle: string;
  topic: string;
  /** `YYYY-MM-DD`; empty until the learner's calendar is known. */
  date: string;
  completed: boolean;
};

export type NewTask = Omit<Task, "id" | "completed">;

/** What the form of a new task holds, complete or not. */
export type TaskDraft = { course?: PlannerCourse | undefined; topic: string; date: string };

export const noDraft: TaskDraft = { topic: "", date: "" };

/** In the order in which they were added. */
export type Tasks = readonly Task[];

export type TaskEvent = { type: "add"; task: NewTask } | { type: "toggle"; id: number };

export function tasksReducer(tasks: Tasks, event: TaskEvent): Tasks {
  switch (event.type) {
    case "add":
      return [...tasks, { ...event.task, id: nextId(tasks), completed: false }];
    case "toggle":
      return tasks.map((task) => (task.id === event.id ? { ...task, completed: !task.completed } : task));
  }
}

/** Tasks are never removed, so no id is used twice. */
const nextId = (tasks: Tasks) => Math.max(0, ...tasks.map(({ id }) => id)) + 1;

export function tasksOf(tasks: readonly NewTask[]): Tasks {
  return tasks.reduce<Tasks>((all, task) => tasksReducer(all, { type: "add", task }), []);
}

/** Both lists by date, ascending; tasks of the same day in the order in which they were added. */
export function splitTasks(tasks: Tasks): { upcoming: Task[]; completed: Task[] } {
  // `YYYY-MM-DD` sorts as text; the sort is stable.
  const byDate = tasks.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return {
    upcoming: byDate.filter(({ completed }) => !completed),
    completed: byDate.filter(({ completed }) => completed),
  };
}
