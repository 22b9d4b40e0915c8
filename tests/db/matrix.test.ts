import type postgres from "postgres";
import { expect, test } from "vitest";
import { connect } from "./apis.ts";
import { type Matrix, measure, openPolicies } from "./matrix.ts";

const sql = connect();
const everyone: Matrix[string]["select"] = ["visitor", "owner", "other", "viewer", "editor", "admin"];
const editors: Matrix[string]["select"] = ["editor", "admin"];
const console: Matrix[string]["select"] = ["viewer", ...editors];
const readOnly = { insert: [], update: [], delete: [] };

const expected: Matrix = {
  lectures: { select: everyone, ...readOnly },
  course_summaries: { select: everyone, ...readOnly },
  course_subjects: { select: everyone, ...readOnly },
  subject_summaries: { select: everyone, ...readOnly },
  cache_tags: { select: everyone, ...readOnly },
  catalogue_totals: { select: everyone, ...readOnly },
  profiles: { select: ["owner", "admin"], ...readOnly },
  user_roles: { select: ["owner", "admin"], ...readOnly },
  user_progress: { select: ["owner"], insert: ["owner"], update: ["owner"], delete: ["owner"] },
  notes: { select: ["owner"], insert: ["owner"], update: ["owner"], delete: ["owner"] },
  import_jobs: { select: console, insert: editors, update: [], delete: [] },
  import_rejections: { select: console, ...readOnly },
  import_differences: { select: console, ...readOnly },
  quiz_questions: { select: editors, ...readOnly },
  video_lengths: { select: everyone, ...readOnly },
  "storage.objects": { select: editors, insert: editors, update: [], delete: editors },
};

test("every role may do exactly this with every table and bucket", async () => {
  expect(await measure(sql)).toEqual(expected);
});

test("the matrix knows every table", async () => {
  const tables =
    await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect(
    Object.keys(expected)
      .filter((name) => !name.includes("."))
      .sort(),
  ).toEqual(tables.map(({ relname }) => relname).sort());
});

const policies = await sql`
  select schemaname as schema, tablename as table, policyname as name from pg_policies
  where schemaname = 'public' or (schemaname, tablename) = ('storage', 'objects') order by 1, 2, 3`;

test.each(policies.map((policy) => ({ ...policy }) as { schema: string; table: string; name: string }))(
  "without the policy $name of $table the matrix would not hold",
  async ({ schema, table, name }) => {
    const measured = schema === "public" ? table : `${schema}.${table}`;
    const drop = (tx: postgres.TransactionSql) => tx`drop policy ${tx(name)} on ${tx(schema)}.${tx(table)}`;
    const without = await measure(sql, drop, measured);
    expect(without).not.toEqual({ [measured]: expected[measured] });
  },
);

/** The operations that grants allow if policies allow everything. */
const signedIn: Matrix[string]["select"] = ["owner", "other", "viewer", "editor", "admin"];
const granted: Matrix = {
  lectures: { select: everyone, ...readOnly },
  course_summaries: { select: everyone, ...readOnly },
  course_subjects: { select: everyone, ...readOnly },
  subject_summaries: { select: everyone, ...readOnly },
  cache_tags: { select: everyone, ...readOnly },
  catalogue_totals: { select: everyone, ...readOnly },
  profiles: { select: signedIn, ...readOnly },
  user_roles: { select: signedIn, ...readOnly },
  user_progress: { select: signedIn, insert: signedIn, update: signedIn, delete: signedIn },
  notes: { select: signedIn, insert: signedIn, update: signedIn, delete: signedIn },
  import_jobs: { select: signedIn, insert: signedIn, update: [], delete: [] },
  import_rejections: { select: signedIn, ...readOnly },
  import_differences: { select: signedIn, ...readOnly },
  quiz_questions: { select: signedIn, ...readOnly },
  video_lengths: { select: everyone, ...readOnly },
};

test("what is not granted is refused where every policy lets everything through", async () => {
  // A hosted Supabase grants every role all rights on this table, and a project cannot change that.
  const { "storage.objects": _, ...measured } = await measure(sql, openPolicies);
  expect(measured).toEqual(granted);
});

test.each([
  [
    "what an import has counted",
    "insert into import_jobs (user_id, file_path, inserted_rows) values ($1, 'm', 5)",
  ],
  ["a lease", "insert into import_jobs (user_id, file_path, lease_owner) values ($1, 'm', $1)"],
  [
    "the time of an import",
    "insert into import_jobs (user_id, file_path, created_at) values ($1, 'm', now())",
  ],
  [
    "the time of progress",
    "insert into user_progress (user_id, record_id, updated_at) values ($1, 1, now())",
  ],
  ["the time of progress, later", "update user_progress set updated_at = now() where user_id = $1"],
])("no account writes %s, whatever policies say", async (_, statement) => {
  const writing = sql.begin(async (tx) => {
    const [account] = await tx`insert into auth.users (id) values (gen_random_uuid()) returning id`;
    await openPolicies(tx);
    await tx`set local role authenticated`;
    await tx.unsafe(statement, [account?.id]);
  });
  await expect(writing).rejects.toMatchObject({ code: "42501" });
});

test("functions are open to exactly these roles", async () => {
  const rows = await sql`
    select p.proname as name,
      array_remove(array[
        case when has_function_privilege('anon', p.oid, 'execute') then 'anon' end,
        case when has_function_privilege('authenticated', p.oid, 'execute') then 'authenticated' end,
        case when has_function_privilege('service_role', p.oid, 'execute') then 'service_role' end
      ], null) as roles
    from pg_proc p where p.pronamespace = 'public'::regnamespace`;
  const byRoles = (roles: string) =>
    rows
      .filter((row) => row.roles.join() === roles)
      .map(({ name }) => name)
      .sort();
  expect(byRoles("service_role")).toEqual([
    "applied_migrations",
    "check_import_batch",
    "claim_import_job",
    "claim_thumbnail_check",
    "count_weeks",
    "delete_account",
    "finish_import_job",
    "forget_missed_searches",
    "forget_old_changes",
    "import_course_names",
    "import_quiz_questions",
    "installed_names",
    "list_accounts",
    "read_audit_log",
    "record_account_command",
    "record_mail_request",
    "record_missed_search",
    "record_session",
    "record_sign_in",
    "record_sign_in_attempt",
    "record_sign_in_success",
    "record_thumbnail_check",
    "release_import_job",
    "remove_missing_batch",
    "renew_import_lease",
    "report_video",
    "rest_thumbnail_check",
    "retry_import_job",
    "set_account_email",
    "set_account_lock",
    "set_user_role",
    "take_back_sign_in_attempt",
    "tidy_videos",
    "write_import_batch",
    "write_undo_batch",
  ]);
  expect(byRoles("authenticated")).toEqual([
    "add_lecture",
    "add_quiz_question",
    "admin_counts",
    "admin_course",
    "admin_courses",
    "admin_dashboard",
    "admin_export_lectures",
    "admin_failing_lectures",
    "admin_find_lectures",
    "admin_imports",
    "admin_lecture",
    "admin_lectures",
    "admin_log",
    "admin_log_events",
    "admin_quiz",
    "admin_quizzes",
    "admin_similar_courses",
    "admin_similar_subjects",
    "admin_subjects",
    "admin_users",
    "admin_videos",
    "cancel_import_job",
    "change_quiz_question",
    "continue_watching",
    "course_progress",
    "delete_lectures",
    "delete_note",
    "delete_quiz_question",
    "dismiss_course",
    "edit_course",
    "edit_lecture",
    "end_own_session",
    "forget_watching",
    "give_role",
    "import_quiz",
    "import_report",
    "is_recovering",
    "list_notes",
    "merge_courses",
    "merge_preview",
    "merged_lecture",
    "move_lectures",
    "move_quiz_question",
    "my_learning",
    "own_role",
    "own_sessions",
    "recent_checks",
    "recent_corrections",
    "record_watching",
    "remember_columns",
    "remembered_columns",
    "rename_subject",
    "replace_video",
    "review_video",
    "save_note",
    "set_own_display_name",
    "undo_import",
  ]);
});
