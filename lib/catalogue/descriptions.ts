/** Page descriptions for search engines, built only from data of the catalogue. */

import { countOf } from "./display.ts";
import type { Course, Lecture } from "./types.ts";

/** Search engines cut longer descriptions. */
const MAX_LENGTH = 160;

/** Ends at the last whole word, unless that leaves little: some languages have no spaces between words. */
function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_LENGTH) return text;
  const start = characters.slice(0, MAX_LENGTH - 1).join("");
  const words = start.replace(/\s+\S*$/, "");
  return `${words.length * 2 > start.length ? words : start}…`;
}

/** Where a course comes from, unless it is named after it. */
const from = ({ name, institution }: Course) =>
  institution && institution !== name ? ` from ${institution}` : "";

export function describeCourse(course: Course): string {
  const facts = `${countOf(course.lectures.length, "free video lecture")}${from(course)}: ${course.name}.`;
  return shorten(course.description ? `${course.description} ${facts}` : facts);
}

export function describeLecture(course: Course, lecture: Lecture): string {
  const who = lecture.instructor ? ` with ${lecture.instructor}` : "";
  return shorten(`${lecture.name}${who}. A free video lecture of ${course.name}${from(course)}.`);
}
