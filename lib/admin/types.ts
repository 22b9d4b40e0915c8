import type { AccountRole } from "../auth/roles.ts";
import type { ImportJob } from "../lecture-import/job.ts";

/** The types of the console, in the product's terms. `queries.server.ts` builds them from database rows. */

/** Exact counts, whatever their size. */
export type AdminCounts = {
  lectures: number;
  courses: number;
  subjects: number;
  users: number;
  /** Not included in `lectures`, because hidden lectures are not part of the catalogue. */
  hiddenLectures: number;
  failingVideos: number;
};

/** Totals at the end of a week, or as of now, and counts of what happened in it. Null if not counted in that week. */
export type WeekCounts = {
  /** The Monday of the week, in UTC: `2026-11-23`. */
  week: string;
  lectures: number | null;
  accounts: number | null;
  activeLearners: number | null;
  completions: number | null;
};

type IncompleteCourse = { name: string; hasDescription: boolean; hasPicture: boolean };

/** A search text without results: how often it was searched for, and on how many days. */
export type MissedSearch = { query: string; count: number; days: number };

/** What the dashboard shows. */
export type Dashboard = {
  counts: AdminCounts;
  /** The latest weeks with counts, oldest first. */
  weeks: WeekCounts[];
  /** The last five imports and undos, newest first. */
  imports: ImportJob[];
  courses: {
    withoutDescription: number;
    withoutPicture: number;
    /** The number of courses without a description, a picture, or both. */
    total: number;
    /** The first of these courses, by name. */
    incomplete: IncompleteCourse[];
  };
  missedSearches: MissedSearch[];
};

export type ListedLecture = {
  id: number;
  courseName: string;
  name: string;
  subject: string | null;
  /** Comma-separated, as in the data. */
  instructor: string | null;
  views: number | null;
};

export type ListedUser = {
  userId: string;
  email: string | null;
  displayName: string | null;
  role: AccountRole;
  /** In milliseconds since 1970. */
  createdAt: number;
};

/** One page of a list. Empty after the last page, and if nothing matches. */
export type ListPage<Row> = {
  rows: Row[];
  /** The number of rows of the whole list. */
  total: number;
  /** The number of rows that match the filter; equal to `total` without a filter. */
  matches: number;
  /** Counts from 1. */
  page: number;
  /** At least 1. */
  pageCount: number;
};

/** An account that an entry of the audit log is about or was caused by. Of a deleted account only the id remains. */
export type Person = { id: string; email: string | null; name: string | null };

/** An entry of the audit log. */
export type LogEntry = {
  id: number;
  /** In milliseconds since 1970. */
  happenedAt: number;
  event: string;
  /** Whether the event counts as caused by an operator if no account caused it. */
  isOperators: boolean;
  account: Person | null;
  actor: Person | null;
  /** The visitor's network address; only set for sign-ins. */
  address: string | null;
  details: LogDetails;
};

export type LogDetails = Record<string, string | number | boolean | null>;

/** An event that the audit log can contain. */
export type LogEvent = { event: string; kind: string };

/** A filter of the audit log. Only entries older than the entry `before` are listed; 0 starts with the newest. */
export type LogFilter = { what: string; person: string; before: number };

/** A course that has questions. */
export type ListedQuiz = {
  courseId: string;
  /** Null if the course no longer exists. */
  courseName: string | null;
  questions: number;
};
