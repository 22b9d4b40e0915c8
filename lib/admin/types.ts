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
  displayName: string | null;
  role: "admin" | "user";
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
