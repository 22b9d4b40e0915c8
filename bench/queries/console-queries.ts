import { CONSOLE_ROWS, type ListQueries, lastOf, MOST_ROWS, toQueries } from "./query.ts";
import { questions } from "./sample-questions.ts";

/** Queries of the console: its lists, quizzes, videos and corrections. */
export const listConsoleQueries: ListQueries = (world) => {
  const { course } = world;
  return [
    ...toQueries("admin/tidy.server.ts", "installation", [
      ["count_weeks", ["the weeks counted", "select count_weeks()"]],
      ["forget_missed_searches", ["old searches forgotten", "select forget_missed_searches(10000)"]],
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
          "select * from import_quiz($1, $2, (select version from admin_quiz($1)))",
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
        [
          "console: lectures by instructor, last first",
          "select * from admin_lectures('', 0, $1, 'instructor', true)",
          CONSOLE_ROWS,
        ],
      ],
      ["admin_find_lectures", ["console: lectures by name", "select * from admin_find_lectures('lecture')"]],
      [
        "admin_quizzes",
        ["console: courses with questions", "select * from admin_quizzes('', 0, $1)", CONSOLE_ROWS],
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
};
