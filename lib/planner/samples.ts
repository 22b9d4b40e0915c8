import type { CourseCard, Home } from "../catalogue/types.ts";
import { addDays } from "./calendar-date.ts";
import type { NewTask } from "./tasks.ts";

/** Topics of the samples, due in `days` from today. */
const SAMPLES = [
  { topic: "Watch the first lecture", days: 2 },
  { topic: "Sum up what you have learned", days: 7 },
];

/** A task whose date is computed from the date on the learner's device. */
export type SampleTask = Omit<NewTask, "date"> & { days: number };

/**
 * Two sample tasks, about the first courses of the two largest subjects, or both about the same course if there is
 * only one. Where no course has a subject, about the first courses of all. None for an empty catalogue.
 */
export function sampleTasks(home: Home): SampleTask[] {
  const firsts = home.sections.flatMap(({ courses }) => courses.slice(0, 1));
  const others = home.sections.flatMap(({ courses }) => courses.slice(1));
  const courses: CourseCard[] = [...firsts, ...others, ...home.courses];
  return SAMPLES.flatMap(({ topic, days }, index) => {
    const course = courses[index] ?? courses[0];
    return course ? [{ courseId: course.courseId, courseTitle: course.name, topic, days }] : [];
  });
}

/** The samples with their dates, which are empty until `today` is known. */
export function dateSamples(samples: readonly SampleTask[], today: string | null): NewTask[] {
  return samples.map(({ days, ...task }) => ({ ...task, date: today ? addDays(today, days) : "" }));
}
