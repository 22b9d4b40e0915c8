import type { AccountRole } from "../auth/roles.ts";
import type { ImportJob } from "../lecture-import/job.ts";

/** The console's shapes, in the product's words. `queries.server.ts` makes them from rows. */

/** Exact at any size. */
export type AdminCounts = {
  lectures: number;
  courses: number;
  subjects: number;
  users: number;
  /** Beside `lectures`: they are no part of the catalogue. */
  hiddenLectures: number;
  failingVideos: number;
};

/** What there was at the end of a week, or until now, and what happened in it. Null where it was not counted then. */
export type WeekCounts = {
  /** Its Monday, in UTC: `2026-11-23`. */
  week: string;
  lectures: number | null;
  accounts: number | null;
  activeLearners: number | null;
  completions: number | null;
};

export type IncompleteCourse = { name: string; hasDescription: boolean; hasPicture: boolean };

/** A text that was searched for and not found: how often, on how many days. */
export type MissedSearch = { query: string; count: number; days: number };

/** What the dashboard shows. */
export type Dashboard = {
  counts: AdminCounts;
  /** The last ones that were counted, the oldest first. */
  weeks: WeekCounts[];
  /** The last five imports and undos, the newest first. */
  imports: ImportJob[];
  courses: {
    withoutDescription: number;
    withoutPicture: number;
    /** Those without the one, the other, or both. */
    total: number;
    /** The first ones by name. */
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
  /** In seconds since 1970. */
  createdAt: number;
};

/** One page of a list. Empty behind the last page, and where nothing matches. */
export type ListPage<Row> = {
  rows: Row[];
  /** Rows of the whole list. */
  total: number;
  /** Rows that the filter leaves over; `total` without one. */
  matches: number;
  /** Counts from 1. */
  page: number;
  /** At least 1. */
  pageCount: number;
};

/** An account that an entry of the audit log is of or by. Of a deleted one its id is left. */
export type Person = { id: string; email: string | null; name: string | null };

/** An entry of the audit log. */
export type LogEntry = {
  id: number;
  /** In seconds since 1970. */
  happenedAt: number;
  event: string;
  /** Whether the event is an operator's doing where no account asked for it. */
  isOperators: boolean;
  account: Person | null;
  actor: Person | null;
  /** The visitor's; of sign-ins alone. */
  address: string | null;
  details: LogDetails;
};

export type LogDetails = Record<string, string | number | boolean | null>;

/** What the audit log can tell. */
export type LogEvent = { event: string; kind: string };

/** What of the audit log is asked for; `before` is the id of the entry that it is behind, 0 for the newest. */
export type LogFilter = { what: string; person: string; before: number };

/** A course that has questions. */
export type ListedQuiz = {
  courseId: string;
  /** Null where the course is gone. */
  courseName: string | null;
  questions: number;
};
