import type { FoundLecture } from "./types.ts";

/** A search needs this many characters; one alone is answered with a hint. */
export const MIN_QUERY_LENGTH = 2;
/** A search finds this many lectures at most. */
export const MAX_RESULTS = 500;
/** Longer texts are cut: no title is that long, and the text travels in the address. */
const MAX_QUERY_LENGTH = 200;
/** At most this many lectures of a course are named in a result. */
const CHIPS_SHOWN = 3;

/** The `q` of an address as the text to search for: first of several, without NUL, trimmed, cut. */
export function parseQuery(q: string | string[] | undefined): string {
  const text = ((Array.isArray(q) ? q[0] : q) ?? "").replaceAll("\0", "");
  return [...text.trim()].slice(0, MAX_QUERY_LENGTH).join("").trim();
}

/** Whether a parsed query is long enough to be searched, counted in characters. */
export function isSearchable(query: string): boolean {
  return [...query].length >= MIN_QUERY_LENGTH;
}

/** A course in the results. `chips` names its first matches, `more` says how many are left. */
export type CourseResult = FoundLecture["course"] & {
  matchCount: number;
  chips: { lectureId: string; name: string }[];
  more: number;
};

/** Groups found lectures by course name; courses and lectures keep the order of the search. */
export function groupByCourse(found: readonly FoundLecture[]): CourseResult[] {
  const courses = new Map<string, CourseResult>();
  for (const { lectureId, name, course } of found) {
    const result = courses.get(course.name) ?? { ...course, matchCount: 0, chips: [], more: 0 };
    courses.set(course.name, result);
    result.matchCount += 1;
    if (result.chips.length < CHIPS_SHOWN) result.chips.push({ lectureId, name });
    else result.more += 1;
  }
  return [...courses.values()];
}
