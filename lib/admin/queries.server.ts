import "server-only";
import type { JobRow } from "../lecture-import/job-queue.ts";
import { toImportJob } from "../lecture-import/jobs.server.ts";
import type { Client } from "../supabase/client.ts";
import { unwrap } from "../supabase/responses.ts";
import { DEFAULT_SORT, type LectureSort } from "./lecture-sort.ts";
import { firstOf, sliceOf, toListPage } from "./paging.ts";
import type { Nullable, Returned } from "./rows.ts";
import type { Dashboard, ListedLecture, ListedQuiz, ListPage, MissedSearch, WeekCounts } from "./types.ts";

// `client` comes from `requireRole`: it sends the account's own token, by which the database authorises each call.

type LectureRow = Nullable<Returned<"admin_lectures">, "total" | "matches" | "hidden">;
type QuizRow = Nullable<Returned<"admin_quizzes">, "total" | "matches" | "questions">;

type WeekColumns = Pick<WeekCounts, "week" | "lectures" | "accounts" | "completions"> & {
  active_learners: number | null;
};
type DashboardRow = Omit<
  Returned<"admin_dashboard">,
  "incomplete_courses" | "imports" | "weeks" | "missed_searches"
> & {
  incomplete_courses: { name: string; has_description: boolean; has_picture: boolean }[];
  imports: JobRow[];
  weeks: WeekColumns[];
  missed_searches: MissedSearch[];
};

/** Everything that the dashboard shows, in one request. */
export async function getDashboard(client: Client): Promise<Dashboard> {
  const answer = await client.rpc("admin_dashboard").overrideTypes<DashboardRow[], { merge: false }>();
  const row = firstOf(unwrap(answer, "The dashboard"));
  return {
    counts: {
      lectures: row.lectures,
      courses: row.courses,
      subjects: row.subjects,
      users: row.users,
      hiddenLectures: row.hidden_lectures,
      failingVideos: row.failing_videos,
    },
    weeks: row.weeks.map(({ active_learners: activeLearners, ...week }) => ({ ...week, activeLearners })),
    imports: row.imports.map(toImportJob),
    courses: {
      withoutDescription: row.without_description,
      withoutPicture: row.without_picture,
      total: row.incomplete,
      incomplete: row.incomplete_courses.map(({ name, has_description, has_picture }) => ({
        name,
        hasDescription: has_description,
        hasPicture: has_picture,
      })),
    },
    missedSearches: row.missed_searches,
  };
}

/**
 * A page of the lectures of the courses whose name, subject or instructor contains `query` (parsed, may be empty),
 * ignoring case; sorted by course name and number, or by `sort`. `hidden` counts the lectures of these courses that
 * the catalogue does not show.
 */
export async function listLectures(
  client: Client,
  query: string,
  page: number,
  { by, isDescending }: LectureSort = DEFAULT_SORT,
): Promise<ListPage<ListedLecture> & { hidden: number }> {
  const sort = { p_sort: by, p_descending: isDescending };
  const answer = await client
    .rpc("admin_lectures", { p_query: query, ...sliceOf(page), ...sort })
    .overrideTypes<LectureRow[], { merge: false }>();
  const found = unwrap(answer, "The lectures");
  return { ...toListPage(found, page, toLecture), hidden: firstOf(found).hidden };
}

/** The first 50 lectures found whose names contain `query`; empty if it has fewer than three characters. */
export async function findLectures(client: Client, query: string): Promise<ListedLecture[]> {
  if ([...query].length < 3) return [];
  const found = unwrap(
    await client.rpc("admin_find_lectures", { p_text: query }),
    "The lectures of this name",
  );
  return found.flatMap((row) => toLecture(row) ?? []);
}

/** A page of the courses with questions whose names contain `query` (parsed, may be empty), by name. */
export async function listQuizzes(
  client: Client,
  query: string,
  page: number,
): Promise<ListPage<ListedQuiz>> {
  const answer = await client
    .rpc("admin_quizzes", { p_query: query, ...sliceOf(page) })
    .overrideTypes<QuizRow[], { merge: false }>();
  return toListPage(unwrap(answer, "The quizzes"), page, ({ course_id, course_name, questions }) =>
    course_id === null ? null : { courseId: course_id, courseName: course_name, questions },
  );
}

function toLecture({
  id,
  course_name,
  lecture_name,
  subject,
  instructor,
  views,
}: Omit<LectureRow, "total" | "matches" | "hidden">): ListedLecture | null {
  if (id === null || course_name === null || lecture_name === null) return null;
  return { id, courseName: course_name, name: lecture_name, subject, instructor, views };
}
