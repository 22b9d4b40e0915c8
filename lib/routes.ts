/** Every route of the product except the console's. Segments are encoded here and decoded by `decodeSegment`. */

import type { Route } from "next";

const at = (path: string) => path as Route;

export const routes = {
  home: () => at("/"),
  /** The courses of a subject, named as in the data, or all courses for null; `page` counts from 1. */
  subject: (subject: string | null, page = 1) =>
    at(`/courses/${encodeURIComponent(subjectSegment(subject))}${page > 1 ? `/${page}` : ""}`),
  allCourses: () => routes.subject(null),
  /** All subjects by name; `page` counts from 1. */
  allSubjects: (page = 1) => at(`/subjects${page > 1 ? `/${page}` : ""}`),
  course: (courseId: string) => at(`/course/${encodeURIComponent(courseId)}`),
  lecture: (courseId: string, lectureId: string) =>
    at(`/course/${encodeURIComponent(courseId)}/${encodeURIComponent(lectureId)}`),
  search: (query = "") => at(query ? `/search?q=${encodeURIComponent(query)}` : "/search"),
  /** Signing in leads back to `next`. */
  signIn: (next?: string) => at(next ? `/auth?next=${encodeURIComponent(next)}` : "/auth"),
  /** A path of this site that `safeNext` let through. */
  after: (path: string) => at(path),
  newPassword: () => at("/auth/new-password"),
  /** The sign-in page, where a link to set a new password can be asked for. */
  recover: (next?: string) => at(`/auth?forgotten${next ? `&next=${encodeURIComponent(next)}` : ""}`),
  /** The target of mailed links. */
  confirm: () => at("/auth/confirm"),
  /** The page that is shown instead of the requested one while the auth service does not answer. */
  unavailable: () => at("/unavailable"),
  planner: () => at("/planner"),
  /** The quiz of a course; without a course, a page to choose one. */
  tests: (courseId?: string) => at(courseId ? `/tests?course=${encodeURIComponent(courseId)}` : "/tests"),
  /** The learner's own notes, or those stored on the visitor's device. */
  notes: () => at("/notes"),
  profile: () => at("/profile"),
  /** The part of the profile where a user changes their own name, e-mail address and password. */
  account: () => at("/profile/account"),
};

const ALL_COURSES = "All";
/** "All" means every course, and dots are path steps: the segment of a subject with such a name ends in "~". */
const RESERVED_SUBJECT = /^(All|\.{1,2})~*$/;

function subjectSegment(subject: string | null): string {
  if (subject === null) return ALL_COURSES;
  return RESERVED_SUBJECT.test(subject) ? `${subject}~` : subject;
}

/** Whether a page shows what is in the catalogue. */
export const isCataloguePath = (path: string) => /^\/($|course\/|courses\/|subjects|search)/.test(path);

/** The subject of a decoded segment, named as in the data; null for every course. */
export function parseSubject(segment: string): string | null {
  if (segment === ALL_COURSES) return null;
  return RESERVED_SUBJECT.test(segment) && segment.endsWith("~") ? segment.slice(0, -1) : segment;
}

/** The number of a list page after the first, from a segment such as `2`; null if the segment is not one. */
export function parseLaterPage(segment: string): number | null {
  return /^[1-9]\d{0,5}$/.test(segment) && segment !== "1" ? Number(segment) : null;
}

/**
 * Encodes a parameter of `generateMetadata`, so that `decodeSegment` does not decode a percent sign in a name twice.
 * Since Next 16.2, `generateMetadata` receives its parameters already decoded (vercel/next.js#95343).
 */
export const encodedSegment = (param: string) => encodeURIComponent(param);

/** The text of a route parameter; null for broken percent-encoding and for NUL, which PostgreSQL refuses. */
export function decodeSegment(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
