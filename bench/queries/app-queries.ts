import type { ImportedLecture } from "../../lib/lecture-import/columns.ts";
import type { World } from "./world.ts";

/** Who asks: a visitor, an account with its own token, or the installation with the secret key. */
type Asker = "visitor" | "learner" | "admin" | "installation";

export type AppQuery = {
  /** The call in the app's code, as `findCalls` names it. */
  site: string;
  /** What is asked for, as in "a subject, its last page". */
  what: string;
  asker: Asker;
  sql: string;
  values: unknown[];
};

/** Rows on a page, as the app asks for them. */
const [SUBJECTS_ON_HOME, CARDS, CONSOLE_ROWS, HISTORY_ROWS, MOST_ROWS] = [40, 250, 50, 20, 1000];
const BATCH = 1000;
const WATCHED = JSON.stringify([{ record_id: 1, position: 30, duration: 600, watched: [[0, 30]] }]);
const NOTE = JSON.stringify({
  record_id: 1,
  course_name: "Course",
  lecture_name: "Lecture",
  at_seconds: 760,
  body: "What is written at a moment.",
});

type Listing = [call: string, ...variants: [what: string, sql: string, ...values: unknown[]][]];

/** Every query of the app, in SQL, as the data service would ask it. */
export function listAppQueries(world: World): AppQuery[] {
  const { course, longest, learner, jobs, worker } = world;
  const lastOf = (rows: number, page: number) => Math.max(Math.ceil(rows / page) - 1, 0) * page;
  const toQueries = (file: string, asker: Asker, listings: Listing[]) =>
    listings.flatMap(([call, ...variants]) =>
      variants.map(([what, sql, ...values]) => ({ site: `lib/${file} ${call}`, what, asker, sql, values })),
    );
  return [
    ...toQueries("catalogue/queries.server.ts", "visitor", [
      [
        "home_page",
        [
          "home: totals, largest subjects, their first courses",
          "select * from home_page($1, 4)",
          SUBJECTS_ON_HOME,
        ],
      ],
      ["subjects_by_name", ["all subjects, first page", "select * from subjects_by_name(0, $1)", CARDS]],
      [
        "subject_courses",
        ["a subject, first page", "select * from subject_courses(0, $1, $2)", CARDS, course.subject],
        ["all courses, first page", "select * from subject_courses(0, $1)", CARDS],
        [
          "all courses, last page",
          "select * from subject_courses($1, $2)",
          lastOf(world.courses, CARDS),
          CARDS,
        ],
      ],
      [
        "course_page",
        ["a course", "select * from course_page($1)", course.id],
        ["the longest course", "select * from course_page($1)", longest],
      ],
      [
        "search_catalogue",
        ...["learning", "the", "in", "linear equations", "quantum", "zzzqqqxx"].map(
          (term): [string, string, string] => [
            `search for “${term}”`,
            "select * from search_catalogue($1, 3)",
            term,
          ],
        ),
      ],
    ]),
    ...toQueries("catalogue/sitemap.server.ts", "visitor", [
      ["sitemap_files", ["sitemap: its files", "select * from sitemap_files()"]],
      ["sitemap_courses", ["sitemap: first 10,000 courses", "select sitemap_courses(1)"]],
      [
        "sitemap_lectures",
        ["sitemap: first 10,000 lectures", "select sitemap_lectures(1)"],
        ["sitemap: last lectures", "select sitemap_lectures($1)", Math.ceil(world.lectures / 10_000)],
      ],
      ["sitemap_subjects", ["sitemap: first 10,000 subjects", "select sitemap_subjects(1)"]],
    ]),
    ...toQueries("planner/courses.server.ts", "visitor", [
      [
        "course_summaries",
        ...[0, lastOf(world.courses, MOST_ROWS)].map((offset, index): [string, string, number, number] => [
          `planner: ${index ? "last" : "first"} 1,000 courses`,
          "select course_id, course_name from course_summaries order by sort_name, course_name limit $1 offset $2",
          MOST_ROWS,
          offset,
        ]),
      ],
    ]),
    ...toQueries("progress/queries.server.ts", "learner", [
      [
        "user_progress",
        [
          "a lecture marked as complete",
          `insert into user_progress (user_id, record_id, completed)
           values ($1, (select max(id) from lectures), true)
           on conflict (user_id, record_id) do update set completed = excluded.completed`,
          learner,
        ],
      ],
      ["my_learning", ["courses of a learner", "select * from my_learning(0, $1)", MOST_ROWS]],
    ]),
    ...toQueries("watching/queries.server.ts", "learner", [
      ["course_progress", ["a learner's progress in a course", "select course_progress($1)", course.name]],
      ["record_watching", ["what was seen, recorded", "select record_watching($1)", WATCHED]],
      ["continue_watching", ["what a learner continues with", "select * from continue_watching(12)"]],
      ["dismiss_course", ["a course put aside", "select dismiss_course($1)", course.name]],
      ["forget_watching", ["all that was seen, forgotten", "select forget_watching()"]],
    ]),
    ...toQueries("notes/queries.server.ts", "learner", [
      [
        "list_notes",
        ["a learner's notes in a course", "select * from list_notes($1, 0, $2)", course.name, MOST_ROWS],
        ["all notes of a learner, first 1,000", "select * from list_notes(null, 0, $1)", MOST_ROWS],
      ],
      ["save_note", ["a note saved", "select save_note(gen_random_uuid(), $1)", NOTE]],
      ["notes", ["a note deleted", "delete from notes where id = (select id from notes limit 1)"]],
    ]),
    ...toQueries("video-health/reports.server.ts", "installation", [
      [
        "report_video",
        [
          "a video reported",
          "select report_video((select max(id) from lectures where youtube is not null), $1, 100)",
          "d".repeat(64),
        ],
        [
          "a video that played, with its length",
          "select report_video((select max(id) from lectures where youtube is not null), $1, 0, 3000)",
          "e".repeat(64),
        ],
      ],
    ]),
    ...toQueries("catalogue/missed-searches.server.ts", "installation", [
      [
        "record_missed_search",
        ["a search that found nothing", "select record_missed_search($1)", "quaternions"],
      ],
    ]),
    ...toQueries("admin/tidy.server.ts", "installation", [
      ["count_weeks", ["the weeks counted", "select count_weeks()"]],
      ["forget_missed_searches", ["old searches forgotten", "select forget_missed_searches(10000)"]],
    ]),
    ...toQueries("video-health/tidy.server.ts", "installation", [
      ["tidy_videos", ["old reports forgotten", "select tidy_videos(10000)"]],
    ]),
    ...toQueries("video-health/thumbnail-worker.server.ts", "installation", [
      [
        "claim_thumbnail_check",
        ["the next 100 thumbnails", "select * from claim_thumbnail_check($1, 100)", worker],
      ],
      [
        "record_thumbnail_check",
        [
          "100 thumbnails found out",
          "select record_thumbnail_check($1, 100, $2, $3)",
          worker,
          JSON.stringify(world.videos.slice(0, 10)),
          JSON.stringify(world.videos.slice(10, 100)),
        ],
      ],
      ["rest_thumbnail_check", ["a rest", "select rest_thumbnail_check($1, 86400)", worker]],
    ]),
    ...toQueries("lecture-import/export-lectures.ts", "admin", [
      [
        "admin_export_lectures",
        ["export: 1,000 lectures", "select * from admin_export_lectures('', 'M', 1, 0, $1)", MOST_ROWS],
        [
          "export: 1,000 lectures of those that match",
          "select * from admin_export_lectures('physics', 'M', 1, 0, $1)",
          MOST_ROWS,
        ],
      ],
    ]),
    ...toQueries("quiz/console.server.ts", "admin", [
      ["admin_quiz", ["console: questions of a course", "select * from admin_quiz($1)", course.id]],
      ["find_course", ["the course of a file's questions", "select * from find_course($1)", course.id]],
      [
        "add_quiz_question",
        [
          "a question added",
          "select add_quiz_question($1, 'new', $2, 0, '')",
          course.id,
          JSON.stringify(["a", "b"]),
        ],
      ],
      [
        "change_quiz_question",
        [
          "a question changed",
          "select change_quiz_question((select min(id) from quiz_questions), '', 'other', $1, 0, '')",
          JSON.stringify(["a", "b"]),
        ],
      ],
      [
        "move_quiz_question",
        ["a question moved", "select move_quiz_question((select min(id) from quiz_questions), 1)"],
      ],
      [
        "delete_quiz_question",
        ["a question deleted", "select delete_quiz_question((select min(id) from quiz_questions))"],
      ],
      [
        "import_quiz",
        [
          "500 questions of a course replaced",
          "select * from import_quiz($1, $2, true)",
          course.id,
          questions(course.id, 500),
        ],
      ],
    ]),
    ...toQueries("video-health/queries.server.ts", "admin", [
      ["admin_videos", ["console: videos, first page", "select * from admin_videos(0, $1)", CONSOLE_ROWS]],
      [
        "admin_failing_lectures",
        ["lectures to be mended, first 1,000", "select * from admin_failing_lectures(0, $1)", MOST_ROWS],
      ],
      ["review_video", ["a video hidden", "select review_video($1, 'hidden')", world.videos[0]]],
      ["replace_video", ["a video replaced", "select replace_video($1, 'aaaaaaaaaaa')", world.videos[1]]],
    ]),
    ...toQueries("quiz/queries.server.ts", "visitor", [
      ["find_quiz", ["a quiz", "select * from find_quiz($1)", course.id]],
    ]),
    ...toQueries("quiz/queries.server.ts", "installation", [
      [
        "quiz_questions",
        [
          "an answer checked",
          "select options, correct_answer, explanation from quiz_questions where id = (select max(id) from quiz_questions)",
        ],
      ],
    ]),
    ...toQueries("quiz/import-questions.ts", "installation", [
      ["find_course", ["a question's course", "select * from find_course($1)", course.id]],
      [
        "import_quiz_questions",
        ["500 questions imported", "select * from import_quiz_questions($1)", questions(course.id, 500)],
      ],
    ]),
    ...toQueries("auth/attempts.server.ts", "installation", [
      [
        "record_sign_in_success",
        ["a sign-in that succeeded", "select record_sign_in_success($1, $2)", "a".repeat(64), "b".repeat(64)],
      ],
      [
        "record_sign_in_attempt",
        ["a sign-in", "select record_sign_in_attempt($1, 10, $2, 20)", "a".repeat(64), "b".repeat(64)],
      ],
      ["record_mail_request", ["a mail asked for", "select record_mail_request($1, 65)", "c".repeat(64)]],
    ]),
    ...toQueries("auth/own-account.server.ts", "installation", [
      [
        "record_session",
        [
          "the browser of a session kept",
          "select record_session($1, 'Firefox on Linux', '192.0.2.1', false)",
          learner,
        ],
      ],
    ]),
    ...toQueries("auth/own-account.server.ts", "learner", [
      [
        "profiles",
        ["an account's display name", "select display_name from profiles where user_id = $1", learner],
      ],
      ["own_sessions", ["an account's sessions", "select * from own_sessions()"]],
      ["set_own_display_name", ["a display name saved", "select set_own_display_name('Ada')"]],
      ["end_own_session", ["a session ended", "select end_own_session($1)", learner]],
      ["is_recovering", ["whether a session is by a link", "select is_recovering()"]],
    ]),
    ...toQueries("auth/audit-log.server.ts", "installation", [
      [
        "record_sign_in",
        [
          "a sign-in that failed, logged",
          "select record_sign_in('sign-in failed', $1, $2)",
          "someone@example.com",
          "203.0.113.1",
        ],
      ],
      [
        "record_account_command",
        ["two-factor sign-in turned on", "select record_account_command('two-factor on', $1)", learner],
      ],
    ]),
    ...toQueries("auth/identity.server.ts", "learner", [
      ["own_role", ["the role of an account", "select own_role()"]],
    ]),
    ...toQueries("admin/queries.server.ts", "admin", [
      ["admin_dashboard", ["console: dashboard", "select * from admin_dashboard()"]],
      [
        "admin_lectures",
        ["console: lectures, first page", "select * from admin_lectures('', 0, $1)", CONSOLE_ROWS],
        [
          "console: lectures, last page",
          "select * from admin_lectures('', $1, $2)",
          lastOf(world.lectures, CONSOLE_ROWS),
          CONSOLE_ROWS,
        ],
        ["console: lectures that match", "select * from admin_lectures('physics', 0, $1)", CONSOLE_ROWS],
      ],
      ["admin_find_lectures", ["console: lectures by name", "select * from admin_find_lectures('lecture')"]],
      [
        "admin_quizzes",
        ["console: courses with questions", "select * from admin_quizzes('', 0, $1)", CONSOLE_ROWS],
      ],
    ]),
    ...toQueries("admin/people.server.ts", "admin", [
      [
        "admin_users",
        ["console: users, first page", "select * from admin_users('', '', 0, $1)", CONSOLE_ROWS],
        [
          "console: users, page 400",
          "select * from admin_users('', '', $1, $2)",
          399 * CONSOLE_ROWS,
          CONSOLE_ROWS,
        ],
        ["console: users that match", "select * from admin_users('777', '', 0, $1)", CONSOLE_ROWS],
        ["console: users with a role", "select * from admin_users('', 'admin', 0, $1)", CONSOLE_ROWS],
      ],
      ["give_role", ["a role given", "select give_role($1, 'editor')", learner]],
      [
        "admin_log",
        ["console: activity log, first page", "select * from admin_log('', '', 0, $1)", CONSOLE_ROWS],
        [
          "console: activity log of an account",
          "select * from admin_log('', $1, 0, $2)",
          learner,
          CONSOLE_ROWS,
        ],
      ],
      ["admin_log_events", ["console: what the log can tell", "select * from admin_log_events()"]],
    ]),
    ...toQueries("lecture-import/jobs.server.ts", "admin", [
      [
        "import_jobs",
        [
          "an import noted",
          "insert into import_jobs (user_id, file_path, file_name, file_size) values ($1, 'a', 'a', 1) returning id",
          world.admin,
        ],
      ],
      [
        "import_jobs 2",
        [
          "a check's file",
          "select file_path, file_name, file_size, fields from import_jobs where id = $1 and mode = 'check' and status = 'completed'",
          jobs.checking,
        ],
      ],
      [
        "import_jobs 3",
        [
          "a checked file noted",
          `insert into import_jobs (user_id, file_path, file_name, file_size, check_id)
           values ($1, 'a', 'a', 1, $2) returning id`,
          world.admin,
          jobs.checking,
        ],
      ],
      ["import_jobs 4", ["an import", "select * from import_jobs where id = $1", jobs.failed]],
      [
        "admin_imports",
        ["console: imports, first page", "select * from admin_imports(0, $1)", HISTORY_ROWS],
        [
          "console: imports, page 100",
          "select * from admin_imports($1, $2)",
          99 * HISTORY_ROWS,
          HISTORY_ROWS,
        ],
      ],
      [
        "import_rejections",
        [
          "rejected rows, 1,000 of 20,000",
          `select row_number, column_name, value, reason from import_rejections
           where job_id = $1 and row_number > 10000 order by row_number, fault_number limit $2`,
          jobs.rejected,
          MOST_ROWS,
        ],
      ],
    ]),
    ...toQueries("lecture-import/job-queue.ts", "installation", [
      ["claim_import_job", ["the next import claimed", "select * from claim_import_job($1)", worker]],
      [
        "renew_import_lease",
        ["a lease renewed", "select renew_import_lease($1, $2)", jobs.processing, worker],
      ],
      [
        "finish_import_job",
        ["an import failed", "select finish_import_job($1, $2, 'why')", jobs.processing, worker],
      ],
      [
        "release_import_job",
        ["an import given back", "select release_import_job($1, $2)", jobs.processing, worker],
      ],
      ["retry_import_job", ["an import tried again", "select retry_import_job($1)", jobs.failed]],
      [
        "write_import_batch",
        [
          "1,000 new lectures in 25 courses",
          "select * from write_import_batch($1, $2, 0, $3)",
          jobs.processing,
          worker,
          batch(BATCH),
        ],
      ],
      [
        "check_import_batch",
        [
          "1,000 new lectures checked",
          "select * from check_import_batch($1, $2, 0, $3)",
          jobs.checking,
          worker,
          batch(BATCH),
        ],
      ],
      [
        "write_undo_batch",
        ["1,000 changes taken back", "select * from write_undo_batch($1, $2, 0)", jobs.undoing, worker],
      ],
      [
        "remove_missing_batch",
        [
          "1,000 missing lectures removed",
          "select * from remove_missing_batch($1, $2, 0)",
          jobs.removing,
          worker,
        ],
      ],
      ["forget_old_changes", ["changes forgotten", "select forget_old_changes()"]],
    ]),
    ...toQueries("lecture-import/report.server.ts", "admin", [
      ["import_report", ["console: an import with 1,000 changes", "select import_report($1)", jobs.imported]],
      ["recent_checks", ["console: recent checks", "select * from recent_checks()"]],
      ["undo_import", ["an undo asked for", "select undo_import($1)", jobs.rejected]],
      ["cancel_import_job", ["an import cancelled", "select cancel_import_job($1)", jobs.pending]],
    ]),
    ...toQueries("lecture-import/rows-to-mend.server.ts", "admin", [
      [
        "import_jobs",
        ["where rows to mend are", "select file_path, fields from import_jobs where id = $1", jobs.rejected],
      ],
    ]),
    ...toQueries("lecture-import/tidy.server.ts", "installation", [
      [
        "import_jobs",
        ["files still needed", "select file_path from import_jobs where status in ('pending', 'processing')"],
      ],
    ]),
    ...toQueries("corrections/corrections.server.ts", "admin", [
      ["admin_lecture", ["console: a lecture", "select admin_lecture($1)", 1]],
      ["admin_course", ["console: the longest course", "select admin_course($1)", world.longest]],
      [
        "admin_courses",
        ["console: courses, first page", "select * from admin_courses('', 0, $1)", CONSOLE_ROWS],
      ],
      ["admin_similar_courses", ["console: similar names", "select * from admin_similar_courses()"]],
      ["edit_lecture", ["a lecture edited", "select edit_lecture($1, '0', '{}')", 1]],
      [
        "add_lecture",
        ["a lecture added", `select add_lecture('{"course_name":"Queries","lecture_name":"One"}')`],
      ],
      ["delete_lectures", ["a lecture deleted", "select delete_lectures(array[$1::bigint])", 1]],
      [
        "edit_course",
        [
          "the longest course edited",
          `select edit_course($1, admin_course($1) ->> 'version', '{"keywords":"all"}')`,
          world.longest,
        ],
      ],
      [
        "merge_preview",
        ["a merge foreseen", "select merge_preview($1, $2)", world.course.name, world.longest],
      ],
      [
        "merge_courses",
        ["two courses merged", "select merge_courses($1, $2)", world.course.name, world.longest],
      ],
      ["move_lectures", ["a lecture moved", "select move_lectures(array[$1::bigint], $2)", 1, world.longest]],
      ["admin_subjects", ["console: subjects", "select * from admin_subjects('', 0, $1)", CONSOLE_ROWS]],
      ["admin_similar_subjects", ["console: similar subjects", "select * from admin_similar_subjects()"]],
      ["recent_corrections", ["console: recent corrections", "select recent_corrections()"]],
      [
        "subject_summaries",
        ["a subject that there is", "select course_count from subject_summaries where subject = 'Physics'"],
      ],
      ["rename_subject", ["a subject renamed", "select rename_subject('No such subject', 'Another')"]],
    ]),
  ];
}

function batch(rows: number): string {
  const lectures = Array.from({ length: rows }, (_, row): ImportedLecture => {
    const course = `Queries ${row % 25}`;
    return {
      course_name: course,
      course_description: `What one learns in ${course}.`,
      subject: "Physics",
      instructor: "Somebody",
      institution: "Somewhere",
      seo_slug: course.toLowerCase().replace(" ", "-"),
      image: null,
      lecture_number: row,
      lecture_name: `Lecture ${row}`,
      youtube: "https://www.youtube.com/embed/aaaaaaaaaaa",
      keywords: "some, keywords",
      view_rate: row % 100,
      views: row,
    };
  });
  return JSON.stringify(lectures);
}

function questions(course: string, count: number): string {
  const rows = Array.from({ length: count }, (_, row) => ({
    course_id: course,
    question: `Query ${row}`,
    options: ["One", "Two"],
    correct_answer: 0,
    explanation: null,
  }));
  return JSON.stringify(rows);
}
