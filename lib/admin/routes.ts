import type { Route } from "next";
import { DEFAULT_SORT, type LectureSort, sortParameter } from "./lecture-sort.ts";

type LectureList = { query?: string; sort?: LectureSort; page?: number };

const at = (path: string) => path as Route;

/** The route of a list that can be filtered by a text. */
const listAt =
  (list: string) =>
  ({ query = "", page = 1 }: { query?: string; page?: number } = {}) =>
    at(`/admin-console/${list}${parameters({ q: query, page: page > 1 && String(page) })}`);

/** The routes of the console. They are separate from the other routes, which every page's script contains. */
export const adminRoutes = {
  console: () => at("/admin-console"),
  /** Leads to where the content of another page is edited: `path` is its address. */
  edit: (path: string) => at(`/admin-console/edit${parameters({ at: path })}`),
  /** Lectures of the courses whose names contain `query`. */
  lectures: ({ query = "", sort = DEFAULT_SORT, page = 1 }: LectureList = {}) =>
    at(
      `/admin-console/lectures${parameters({ q: query, sort: sortParameter(sort), page: page > 1 && String(page) })}`,
    ),
  /** The export of the lectures that `lectures` lists, as a file. */
  exportLectures: ({ query = "", purpose }: { query?: string; purpose: string }) =>
    `/api/lectures/export${parameters({ q: query, for: purpose })}`,
  template: () => "/api/lectures/template",
  lecture: (id: number) => at(`/admin-console/lectures/${id}`),
  /** Courses whose names contain `query`. */
  courses: listAt("courses"),
  /** Where a course is edited. The name is a query parameter, because it may be any text. */
  course: (name: string) => at(`/admin-console/courses/edit${parameters({ name })}`),
  /** Subjects whose names contain `query`. */
  subjects: listAt("subjects"),
  /** Videos that do not play. */
  videos: (page = 1) => at(`/admin-console/videos${parameters({ page: page > 1 && String(page) })}`),
  /** Courses with questions whose names contain `query`. */
  quizzes: listAt("quizzes"),
  /** The questions of a course. */
  quiz: (courseId: string) => at(`/admin-console/quizzes/${encodeURIComponent(courseId)}`),
  exportQuiz: (courseId: string) => `/api/quizzes/export${parameters({ course: courseId })}`,
  addLecture: () => at("/admin-console/add-lecture"),
  addSeries: () => at("/admin-console/add-series"),
  tags: () => at("/admin-console/tags"),
  /** Accounts, optionally only those whose e-mail or name contains `query`, or that have `role`. */
  users: ({ query = "", role = "", page = 1 }: { query?: string; role?: string; page?: number } = {}) =>
    at(`/admin-console/users${parameters({ q: query, role, page: page > 1 && String(page) })}`),
  /** The audit log: entries of an event or kind, of a person by e-mail, name or id, older than entry `before`. */
  log: ({ what = "", person = "", before = 0 }: { what?: string; person?: string; before?: number } = {}) =>
    at(`/admin-console/log${parameters({ what, person, before: before > 0 && String(before) })}`),
  files: () => at("/admin-console/files"),
  /** Where a file is checked before it is imported. */
  checkFile: () => at("/admin-console/import/check"),
  /** One import, check or undo. */
  importReport: (id: string) => at(`/admin-console/import/${id}`),
  /** `page` of the history counts from 1. */
  import: (page = 1) => at(`/admin-console/import${parameters({ page: page > 1 && String(page) })}`),
};

/** The query string of an address, without empty parameters. */
function parameters(given: Record<string, string | false>): string {
  const said = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return said.length > 0 ? `?${new URLSearchParams(said)}` : "";
}
