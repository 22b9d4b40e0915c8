import "server-only";
import type { Client } from "../supabase/client.ts";
import type { Database } from "../supabase/database.types.ts";
import { unwrap } from "../supabase/responses.ts";
import { pageCountOf, ROWS_PER_PAGE } from "./paging.ts";
import type { AdminCounts, ListedLecture, ListedUser, ListPage } from "./types.ts";

// `client` is that of `requireAdmin`: the database decides by the administrator's own token.

type Returned<Name extends keyof Database["public"]["Functions"]> =
  Database["public"]["Functions"][Name]["Returns"] extends (infer Row)[] ? Row : never;
/** Generated types call no column of a function nullable; of these rows all but the totals are. */
type Nullable<Row, Total extends keyof Row> = Pick<Row, Total> & {
  [Column in Exclude<keyof Row, Total>]: Row[Column] | null;
};
type LectureRow = Nullable<Returned<"admin_lectures">, "total" | "matches">;
type UserRow = Nullable<Returned<"admin_users">, "total">;

/** Lectures, courses, subjects and users that there are, lectures that are hidden, and videos that do not play. */
export async function getAdminCounts(client: Client): Promise<AdminCounts> {
  const counts = firstOf(unwrap(await client.rpc("admin_counts"), "The totals"));
  const { hidden_lectures: hiddenLectures, failing_videos: failingVideos, ...totals } = counts;
  return { ...totals, hiddenLectures, failingVideos };
}

/**
 * A page of the lectures, by course name and number, of the courses whose name, subject or
 * instructor contains `query` (parsed, may be empty) in any case.
 */
export async function listLectures(
  client: Client,
  query: string,
  page: number,
): Promise<ListPage<ListedLecture>> {
  const answer = await client
    .rpc("admin_lectures", { p_query: query, ...sliceOf(page) })
    .overrideTypes<LectureRow[], { merge: false }>();
  const found = unwrap(answer, "The lectures");
  const { total, matches } = firstOf(found);
  return { rows: found.flatMap(toLecture), total, matches, page, pageCount: pageCountOf(matches) };
}

/** A page of the accounts with their roles, the newest first. */
export async function listUsers(client: Client, page: number): Promise<ListPage<ListedUser>> {
  const answer = await client.rpc("admin_users", sliceOf(page)).overrideTypes<UserRow[], { merge: false }>();
  const found = unwrap(answer, "The users");
  const { total } = firstOf(found);
  return { rows: found.flatMap(toUser), total, matches: total, page, pageCount: pageCountOf(total) };
}

const sliceOf = (page: number) => ({ p_offset: (page - 1) * ROWS_PER_PAGE, p_limit: ROWS_PER_PAGE });

/** The row with the totals. The database returns it to administrators always, and no row to any other caller. */
function firstOf<Row>(rows: readonly Row[]): Row {
  const [first] = rows;
  if (!first) throw new Error("The database does not take this user for an administrator.");
  return first;
}

/** None for the row that holds the totals alone. */
function toLecture({
  id,
  course_name,
  lecture_name,
  subject,
  instructor,
  views,
}: LectureRow): ListedLecture[] {
  if (id === null || course_name === null || lecture_name === null) return [];
  return [{ id, courseName: course_name, name: lecture_name, subject, instructor, views }];
}

function toUser({ user_id, display_name, role, created_at }: UserRow): ListedUser[] {
  if (user_id === null || created_at === null) return [];
  return [
    {
      userId: user_id,
      displayName: display_name,
      role: role === "admin" ? "admin" : "user",
      createdAt: created_at,
    },
  ];
}
