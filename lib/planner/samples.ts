import type { CourseCard, Home } from "../catalogue/types.ts";
import { addDays } from "./calendar-date.ts";
import type { NewTask } from "./tasks.ts";

/** What the planner starts with: each is due so many days from today. */
const SAMPLES = [
  { topic: "Watch the first lecture", days: 2 },
  { topic: "Sum up what you have learned", days: 7 },
];

/** A sample task whose date is known once it is known what day it is for the learner. */
export type SampleTask = Omit<NewTask, "date"> & { days: number };

/**
 * Two sample tasks about courses that the catalogue has: the first ones of its two largest subjects.
 * Both about one course where there is no other; none in an empty catalogue.
 */
export function sampleTasks(home: Home): SampleTask[] {
  const firsts = home.sections.flatMap(({ courses }) => courses.slice(0, 1));
  const others = home.sections.flatMap(({ courses }) => courses.slice(1));
  const courses: CourseCard[] = [...firsts, ...others];
  return SAMPLES.flatMap(({ topic, days }, index) => {
    const course = courses[index] ?? courses[0];
    return course ? [{ courseId: course.courseId, courseTitle: course.name, topic, days }] : [];
  });
}

/** The sample tasks of somebody for whom it is `today`. */
export function dateSamples(samples: readonly SampleTask[], today: string): NewTask[] {
  return samples.map(({ days, ...task }) => ({ ...task, date: addDays(today, days) }));
}
