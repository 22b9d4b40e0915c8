/** The catalogue's shapes, in the product's words. `queries.server.ts` makes them from rows. */

/** What a card needs to show a course. */
export type CourseCard = {
  /** What stands in `/course/{courseId}`. */
  courseId: string;
  name: string;
  institution: string | null;
  /** YouTube id whose thumbnail stands for the course, or null. */
  thumbnailId: string | null;
};

/** A course in a listing: the card and what the listing adds to it. */
export type ListedCourse = CourseCard & { description: string | null; subject: string | null };

export type Subject = { name: string; courseCount: number };

export type SubjectSection = Subject & { courses: CourseCard[] };

export type Home = { sections: SubjectSection[]; courseCount: number; lectureCount: number };

/** One page of a subject's courses, or of every course; `pageCount` is at least 1. */
export type SubjectPage = {
  /** Null for every course. */
  subject: string | null;
  courses: ListedCourse[];
  courseCount: number;
  page: number;
  pageCount: number;
};

export type Lecture = {
  id: number;
  /** What stands in `/course/{courseId}/{lectureId}`. */
  lectureId: string;
  /** As in the data; null where the row has none. */
  number: number | null;
  name: string;
  instructor: string | null;
  keywords: string[];
  /** YouTube id of the video, or null where the row has none. */
  videoId: string | null;
  thumbnailId: string | null;
  views: number | null;
};

/** A course with its lectures in order: by number, then as they came in. Never empty. */
export type Course = CourseCard & {
  subject: string | null;
  description: string | null;
  /** Comma-separated, as in the data. */
  instructor: string | null;
  lectures: [Lecture, ...Lecture[]];
};

/** A course that a search found: `matchCount` of its lectures matched, the first of them are in `matches`. */
export type CourseResult = ListedCourse & {
  lectureCount: number;
  matchCount: number;
  matches: { lectureId: string; name: string }[];
};
