import type { Course, Lecture } from "../../../lib/catalogue/types.ts";

/** A lecture; tests override the fields that they check. */
export function lecture(overrides: Partial<Lecture> = {}): Lecture {
  return {
    id: 1,
    lectureId: "1",
    number: 1,
    name: "A lecture",
    instructor: null,
    keywords: [],
    videoId: "abcdefghijk",
    thumbnailId: "abcdefghijk",
    views: null,
    seconds: null,
    ...overrides,
  };
}

/** A course of one lecture; tests override the fields that they check. */
export function course(overrides: Partial<Course> = {}): Course {
  return {
    courseId: "a-course",
    name: "A course",
    institution: null,
    thumbnailId: "abcdefghijk",
    subject: null,
    description: null,
    instructor: null,
    lectures: [lecture()],
    ...overrides,
  };
}
