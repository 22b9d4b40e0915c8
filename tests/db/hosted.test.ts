import { expect, test } from "vitest";
import { clientOf, connect, hosted } from "./apis.ts";
import { listRights, listRightsOnNew } from "./rights.ts";

const sql = connect();

test("each role has exactly the rights on tables that the migrations grant, and none on sequences", async () => {
  const rights = (await listRights(sql)).filter((right) => /^(table|column|sequence) /.test(right));
  const server = (right: string) => right.includes(" service_role: ");
  expect(rights.filter((right) => !server(right))).toEqual([
    "column import_jobs.check_id authenticated: INSERT",
    "column import_jobs.emptied authenticated: INSERT",
    "column import_jobs.fields authenticated: INSERT",
    "column import_jobs.file_name authenticated: INSERT",
    "column import_jobs.file_path authenticated: INSERT",
    "column import_jobs.file_size authenticated: INSERT",
    "column import_jobs.mode authenticated: INSERT",
    "column import_jobs.overwrites_edits authenticated: INSERT",
    "column import_jobs.removes_missing authenticated: INSERT",
    "column import_jobs.status authenticated: INSERT",
    "column import_jobs.user_id authenticated: INSERT",
    "column notes.at_seconds authenticated: UPDATE",
    "column notes.body authenticated: UPDATE",
    "column notes.until_seconds authenticated: UPDATE",
    "column notes.updated_at authenticated: UPDATE",
    "column notes.versions authenticated: UPDATE",
    "column user_progress.completed authenticated: INSERT UPDATE",
    "column user_progress.last_watched_position authenticated: INSERT UPDATE",
    "column user_progress.record_id authenticated: INSERT UPDATE",
    "column user_progress.user_id authenticated: INSERT UPDATE",
    "table cache_tags anon: SELECT",
    "table cache_tags authenticated: SELECT",
    "table catalogue_totals anon: SELECT",
    "table catalogue_totals authenticated: SELECT",
    "table course_subjects anon: SELECT",
    "table course_subjects authenticated: SELECT",
    "table course_summaries anon: SELECT",
    "table course_summaries authenticated: SELECT",
    "table import_differences authenticated: SELECT",
    "table import_jobs authenticated: SELECT",
    "table import_rejections authenticated: SELECT",
    "table lectures anon: SELECT",
    "table lectures authenticated: SELECT",
    "table notes authenticated: DELETE INSERT SELECT",
    "table profiles authenticated: SELECT",
    "table quiz_questions authenticated: SELECT",
    "table subject_summaries anon: SELECT",
    "table subject_summaries authenticated: SELECT",
    "table user_progress authenticated: DELETE SELECT",
    "table user_roles authenticated: SELECT",
    "table video_lengths anon: SELECT",
    "table video_lengths authenticated: SELECT",
  ]);
  // Only triggers write derived tables.
  expect(rights.filter(server)).toEqual([
    "table cache_tags service_role: SELECT",
    "table catalogue_totals service_role: SELECT",
    "table course_subjects service_role: SELECT",
    "table course_summaries service_role: SELECT",
    "table import_differences service_role: INSERT SELECT",
    "table import_jobs service_role: DELETE INSERT SELECT UPDATE",
    "table import_rejections service_role: DELETE INSERT SELECT UPDATE",
    "table lectures service_role: DELETE INSERT SELECT UPDATE",
    "table notes service_role: DELETE INSERT SELECT UPDATE",
    "table private.former_lecture_keys service_role: DELETE INSERT SELECT",
    "table private.import_check_batches service_role: DELETE INSERT SELECT",
    "table private.lecture_changes service_role: DELETE INSERT SELECT",
    "table private.lecture_edits service_role: DELETE SELECT",
    "table private.length_news service_role: SELECT UPDATE",
    "table private.missed_search_rate service_role: INSERT SELECT UPDATE",
    "table private.missed_searches service_role: DELETE INSERT SELECT UPDATE",
    "table private.missing_lectures service_role: DELETE INSERT SELECT",
    "table private.moved_questions service_role: DELETE SELECT",
    "table private.removed_notes service_role: DELETE SELECT",
    "table private.removed_progress service_role: DELETE SELECT",
    "table private.sign_in_attempts service_role: DELETE INSERT SELECT UPDATE",
    "table private.thumbnail_check service_role: SELECT UPDATE",
    "table private.undone_corrections service_role: DELETE INSERT SELECT",
    "table private.video_health service_role: DELETE INSERT SELECT UPDATE",
    "table private.video_reports service_role: DELETE INSERT SELECT UPDATE",
    "table private.weekly_counts service_role: DELETE INSERT SELECT UPDATE",
    "table profiles service_role: DELETE INSERT SELECT UPDATE",
    "table quiz_questions service_role: DELETE INSERT SELECT UPDATE",
    "table subject_summaries service_role: SELECT",
    "table user_progress service_role: DELETE INSERT SELECT UPDATE",
    "table user_roles service_role: DELETE INSERT SELECT UPDATE",
    "table video_lengths service_role: DELETE INSERT SELECT UPDATE",
  ]);
});

test("visitors and accounts may execute those helpers alone that a policy or a function of the API runs as them", async () => {
  const rights = (await listRights(sql)).filter((right) =>
    /^function private\..* (anon|authenticated):/.test(right),
  );
  const namesOf = (role: string) =>
    rights
      .filter((right) => right.includes(` ${role}: `))
      .map((right) => right.replace(/^function private\.|\(.*/g, ""));
  const catalogue = [
    "count_quiz_questions",
    "moved_course",
    "moved_lecture",
    "quiz_questions_of",
    "search_ids",
    "sitemap_size",
  ];
  const watching = [
    "dismiss_course",
    "forget_watching",
    "is_of_video",
    "lectures_once_of",
    "merged_lecture",
    "place_json",
    "record_watching",
    "seen_elsewhere",
    "watched_json",
  ];
  const ownAccount = [
    "can_edit",
    "can_view_console",
    "console_role",
    "end_own_session",
    "has_session",
    "is_admin",
    "is_recovering",
    "own_sessions",
    "require_session",
    "set_own_display_name",
  ];
  const people = ["admin_log", "admin_log_events", "admin_users", "count_accounts", "give_role"];
  const videos = [
    "admin_failing_lectures",
    "admin_videos",
    "count_failing_videos",
    "replace_video",
    "review_video",
  ];
  const dashboard = ["admin_missed_searches", "admin_weeks"];
  const imports = [
    "add_lecture",
    "admin_course",
    "admin_courses",
    "admin_find_lectures",
    "admin_lecture",
    "admin_similar_courses",
    "admin_similar_subjects",
    "admin_subjects",
    "cancel_import_job",
    "delete_lectures",
    "edit_course",
    "edit_lecture",
    "emptied_by_check",
    "import_report",
    "merge_courses",
    "merge_preview",
    "move_lectures",
    "recent_corrections",
    "remember_columns",
    "remembered_columns",
    "rename_subject",
    "undo_import",
  ];
  const lectures = ["hidden_courses"];
  const quizzes = [
    "add_quiz_question",
    "change_quiz_question",
    "delete_quiz_question",
    "import_quiz",
    "move_quiz_question",
    "quiz_state",
    "quiz_version",
  ];
  expect(namesOf("anon")).toEqual(catalogue);
  expect(namesOf("authenticated")).toEqual(
    [
      ...catalogue,
      ...dashboard,
      ...imports,
      ...lectures,
      ...ownAccount,
      ...people,
      ...quizzes,
      ...videos,
      ...watching,
    ].sort(),
  );
});

test("what is made later is open to no role of the API", async () => {
  expect(await listRightsOnNew(sql)).toEqual([]);
});

test("no function is open to every role", async () => {
  const rights = (await listRights(sql)).filter((right) => right.startsWith("function "));
  expect(rights.length).toBeGreaterThan(50);
  expect(rights.filter((right) => right.includes(" PUBLIC: "))).toEqual([]);
});

test("the owner of the database is no superuser and cannot change the services' tables", async () => {
  const [owner] = await sql`
    select usename as name, usesuper as is_superuser, current_schemas(false)::text[] as path
    from pg_user where usename = current_user`;
  expect(owner).toEqual({ name: "postgres", is_superuser: false, path: ["public", "extensions"] });
  const undo = (change: string) =>
    sql.begin(async (transaction) => {
      await transaction.unsafe(change);
      throw new Error("The database accepted it.");
    });
  // Undone where it succeeds: a Supabase that is given may have other rights.
  for (const change of [
    "alter table storage.objects disable row level security",
    "create index on storage.objects (name)",
    "alter table auth.users add column note text",
    "create table storage.notes (note text)",
  ])
    await expect(undo(change), change).rejects.toMatchObject({ code: "42501" });
});

test("corrections of many lectures at once have more time than other requests", async () => {
  const functions = await sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace and 'statement_timeout=45s' = any (proconfig) order by 1`;
  expect(functions.map(({ proname }) => proname)).toEqual([
    "delete_lectures",
    "edit_course",
    "merge_courses",
    "move_lectures",
    "rename_subject",
    "replace_video",
  ]);
});

test("a visitor's request that takes longer than its limit is cancelled", async () => {
  const { error } = await sql.begin(async (tx) => {
    await tx`lock table course_summaries`;
    return clientOf(hosted).from("course_summaries").select("course_id").limit(1);
  });
  expect(error?.code).toBe("57014");
});
