import "server-only";
import type { Client } from "../supabase/client.ts";
import { unwrap } from "../supabase/responses.ts";
import { pageCountOf, ROWS_PER_PAGE } from "./paging.ts";
import type { ListedQuiz, ListPage } from "./types.ts";

/**
 * A page of the courses that have questions, by name, of those whose name contains `query` (parsed, may be empty).
 * @param client of an account that may edit: the database decides by the account's own token
 */
export async function listQuizzes(
  client: Client,
  query: string,
  page: number,
): Promise<ListPage<ListedQuiz>> {
  const asked = { p_query: query, p_offset: (page - 1) * ROWS_PER_PAGE, p_limit: ROWS_PER_PAGE };
  const found = unwrap(await client.rpc("admin_quizzes", asked), "The quizzes");
  const [first] = found;
  if (!first) throw new Error("The database does not let this user read the quizzes.");
  // The generated types call no column nullable.
  const rows = found as { course_id: string | null; course_name: string | null; questions: number }[];
  return {
    rows: rows.flatMap(({ course_id, course_name, questions }) =>
      course_id === null ? [] : [{ courseId: course_id, courseName: course_name, questions }],
    ),
    total: first.total,
    matches: first.matches,
    page,
    pageCount: pageCountOf(first.matches),
  };
}
