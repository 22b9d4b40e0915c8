import { percentOf } from "../percent.ts";
import type { LearningCourse } from "./types.ts";

export const sorts = { recent: "Most Recent", progress: "Progress", name: "Course Name" } as const;
export type Sort = keyof typeof sorts;

/** The sorting and filters of My Learning, which the URL stores; null means no filter. */
export type LearningView = { sort: Sort; subject: string | null; institution: string | null };

/** Parses a view from query parameters. An unknown sort counts as absent. */
export function parseView(parameters: URLSearchParams): LearningView {
  const sort = parameters.get("sort") ?? "";
  return {
    sort: Object.hasOwn(sorts, sort) ? (sort as Sort) : "recent",
    subject: parameters.get("subject") || null,
    institution: parameters.get("institution") || null,
  };
}

/** The query string of a view, without default values. */
export function formatView({ sort, subject, institution }: LearningView): string {
  const parameters = new URLSearchParams();
  if (sort !== "recent") parameters.set("sort", sort);
  if (subject) parameters.set("subject", subject);
  if (institution) parameters.set("institution", institution);
  const text = parameters.toString();
  return text ? `?${text}` : "";
}

/** The courses that a view shows, in its order; ties are sorted by name. */
export function applyView(courses: readonly LearningCourse[], view: LearningView): LearningCourse[] {
  const byName = (a: LearningCourse, b: LearningCourse) => a.name.localeCompare(b.name, "en");
  const orders: Record<Sort, (a: LearningCourse, b: LearningCourse) => number> = {
    recent: (a, b) => b.lastActivity - a.lastActivity,
    progress: (a, b) => progressOf(b) - progressOf(a),
    name: byName,
  };
  return courses
    .filter(({ subject }) => view.subject === null || subject === view.subject)
    .filter(({ institution }) => view.institution === null || institution === view.institution)
    .sort((a, b) => orders[view.sort](a, b) || byName(a, b));
}

const progressOf = ({ completedCount, lectureCount }: LearningCourse) =>
  percentOf(completedCount, lectureCount);

/** The options of a filter: the distinct values of a field of the courses, in alphabetical order. */
export function filterValues(courses: readonly LearningCourse[], field: "subject" | "institution"): string[] {
  const values = new Set(
    courses.map((course) => course[field]).filter((value) => value !== null && value !== ""),
  );
  return [...(values as Set<string>)].sort((a, b) => a.localeCompare(b, "en"));
}
