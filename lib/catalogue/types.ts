/** The types of the catalogue. `queries.server.ts` builds them from database rows. */

export type CourseCard = {
  /** As in `/course/{courseId}`. */
  courseId: string;
  name: string;
  institution: string | null;
  /** YouTube id of the thumbnail. */
  thumbnailId: string | null;
};

export type ListedCourse = CourseCard & { description: string | null; subject: string | null };

export type Subject = { name: string; courseCount: number };

type SubjectSection = Subject & { courses: CourseCard[] };

/** The largest subjects, and how many subjects, courses and lectures there are in all. */
export type Home = {
  sections: SubjectSection[];
  /** The first courses of all, if no course has a subject; else empty. */
  courses: CourseCard[];
  subjectCount: number;
  courseCount: number;
  lectureCount: number;
};

/** One page of all subjects by name; `pageCount` is at least 1. */
export type SubjectList = { subjects: Subject[]; subjectCount: number; page: number; pageCount: number };

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
  /** As in `/course/{courseId}/{lectureId}`. */
  lectureId: string;
  /** The number as imported; null if the row has none. */
  number: number | null;
  name: string;
  instructor: string | null;
  keywords: string[];
  /** YouTube id. */
  videoId: string | null;
  thumbnailId: string | null;
  views: number | null;
  /** The length of the video; null until the players of learners agree on it. */
  seconds: number | null;
};

/** A course with its lectures, sorted by number and then in the order of import. */
export type Course = CourseCard & {
  subject: string | null;
  description: string | null;
  /** Comma-separated, as in the data. */
  instructor: string | null;
  lectures: [Lecture, ...Lecture[]];
};

/** What a course's page and its lectures' pages show: the course, and up to five others of its subject. */
export type CoursePage = Course & { similar: CourseCard[]; questionCount: number };

/** A course that a search found. `matches` holds the first of its `matchCount` matching lectures. */
export type CourseResult = ListedCourse & {
  lectureCount: number;
  matchCount: number;
  matches: { lectureId: string; name: string }[];
};
