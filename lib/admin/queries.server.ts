import "server-only";
import { type AccountRole, parseRole } from "../auth/roles.ts";
import type { JobRow } from "../lecture-import/job-queue.ts";
import { toImportJob } from "../lecture-import/jobs.server.ts";
import type { Client } from "../supabase/client.ts";
import type { Database } from "../supabase/database.types.ts";
import { toError, unwrap } from "../supabase/responses.ts";
import { pageCountOf, ROWS_PER_PAGE } from "./paging.ts";
import type {
  Dashboard,
  ListedLecture,
  ListedUser,
  ListPage,
  LogDetails,
  LogEntry,
  LogEvent,
  LogFilter,
  MissedSearch,
  Person,
  WeekCounts,
} from "./types.ts";

// `client` is that of `requireRole`: the database decides by the account's own token.

type Returned<Name extends keyof Database["public"]["Functions"]> =
  Database["public"]["Functions"][Name]["Returns"] extends (infer Row)[] ? Row : never;
/** Generated types call no column of a function nullable; of these rows all but the totals are. */
type Nullable<Row, Total extends keyof Row> = Pick<Row, Total> & {
  [Column in Exclude<keyof Row, Total>]: Row[Column] | null;
};
type LectureRow = Nullable<Returned<"admin_lectures">, "total" | "matches" | "hidden">;
type UserRow = Nullable<Returned<"admin_users">, "total" | "matches">;
type LogRow = Nullable<Returned<"admin_log">, "id" | "happened_at" | "event" | "is_operators" | "details">;

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

/** All that the dashboard shows. One request. */
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
 * A page of the lectures, by course name and number, of the courses whose name, subject or
 * instructor contains `query` (parsed, may be empty) in any case. `hidden` are those of such courses that are not listed.
 */
export async function listLectures(
  client: Client,
  query: string,
  page: number,
): Promise<ListPage<ListedLecture> & { hidden: number }> {
  const answer = await client
    .rpc("admin_lectures", { p_query: query, ...sliceOf(page) })
    .overrideTypes<LectureRow[], { merge: false }>();
  const found = unwrap(answer, "The lectures");
  const { total, matches, hidden } = firstOf(found);
  return { rows: found.flatMap(toLecture), total, matches, hidden, page, pageCount: pageCountOf(matches) };
}

/** Lectures whose names contain a text of three characters at least: the first 50 that are found. */
export async function findLectures(client: Client, query: string): Promise<ListedLecture[]> {
  if ([...query].length < 3) return [];
  const found = unwrap(
    await client.rpc("admin_find_lectures", { p_text: query }),
    "The lectures of this name",
  );
  return found.map(({ id, course_name, lecture_name, subject, instructor, views }) => ({
    id,
    courseName: course_name,
    name: lecture_name,
    subject,
    instructor,
    views,
  }));
}

/** Accounts by a part of their e-mail or name, and by role; empty for all. */
export type UserFilter = { query: string; role: AccountRole | "" };

/** A page of the accounts with their roles, the newest first. */
export async function listUsers(
  client: Client,
  page: number,
  { query, role }: UserFilter = { query: "", role: "" },
): Promise<ListPage<ListedUser>> {
  const answer = await client
    .rpc("admin_users", { p_query: query, p_role: role, ...sliceOf(page) })
    .overrideTypes<UserRow[], { merge: false }>();
  const found = unwrap(answer, "The users");
  const { total, matches } = firstOf(found);
  return { rows: found.flatMap(toUser), total, matches, page, pageCount: pageCountOf(matches) };
}

export type RoleOutcome = "changed" | "unchanged" | "unknown" | "ambiguous" | "last";

/**
 * Gives an account a role: `last` where no administrator would be left.
 * @param account an e-mail in any letter case, or an id
 */
export async function giveRole(client: Client, account: string, role: AccountRole): Promise<RoleOutcome> {
  const answer = await client.rpc("give_role", { p_account: account, p_role: role });
  if (answer.error) throw toError(answer, "The role could not be changed");
  return answer.data as RoleOutcome;
}

/** A page of the audit log, the newest entries first, and whether there are older ones. */
export async function readLog(
  client: Client,
  { what, person, before }: LogFilter,
): Promise<{ entries: LogEntry[]; hasMore: boolean }> {
  const answer = await client
    .rpc("admin_log", { p_what: what, p_person: person, p_before: before, p_limit: ROWS_PER_PAGE + 1 })
    .overrideTypes<LogRow[], { merge: false }>();
  const found = unwrap(answer, "The log");
  return { entries: found.slice(0, ROWS_PER_PAGE).map(toEntry), hasMore: found.length > ROWS_PER_PAGE };
}

/** What the audit log can tell, by kind. */
export async function listLogEvents(client: Client): Promise<LogEvent[]> {
  return unwrap(await client.rpc("admin_log_events"), "The events of the log");
}

const sliceOf = (page: number) => ({ p_offset: (page - 1) * ROWS_PER_PAGE, p_limit: ROWS_PER_PAGE });

/** The row with the totals. The database returns it always to those who may read the list, and no row to any other caller. */
function firstOf<Row>(rows: readonly Row[]): Row {
  const [first] = rows;
  if (!first) throw new Error("The database does not let this user read the console.");
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

function toUser({ user_id, email, display_name, role, created_at }: UserRow): ListedUser[] {
  if (user_id === null || created_at === null) return [];
  return [
    { userId: user_id, email, displayName: display_name, role: parseRole(role), createdAt: created_at },
  ];
}

function toEntry(row: LogRow): LogEntry {
  return {
    id: row.id,
    happenedAt: row.happened_at,
    event: row.event,
    isOperators: row.is_operators,
    account: toPerson(row.account_id, row.account_email, row.account_name),
    actor: toPerson(row.actor_id, row.actor_email, row.actor_name),
    address: row.address,
    details: row.details as LogDetails,
  };
}

function toPerson(id: string | null, email: string | null, name: string | null): Person | null {
  return id === null ? null : { id, email, name };
}
