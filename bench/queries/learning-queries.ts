import { type ListQueries, MOST_ROWS, toQueries } from "./query.ts";
import { questions } from "./sample-questions.ts";

const WATCHED = JSON.stringify([{ record_id: 1, position: 30, duration: 600, watched: [[0, 30]] }]);
const NOTE = JSON.stringify({
  record_id: 1,
  course_name: "Course",
  lecture_name: "Lecture",
  at_seconds: 760,
  body: "What is written at a moment.",
});

/** Queries of learning: progress, notes, quizzes, and whether videos play. */
export const listLearningQueries: ListQueries = (world) => {
  const { course, learner, worker } = world;
  return [
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
      [
        "merged_lecture",
        ["a lecture that a merge has joined with another", "select merged_lecture(9007199254740991)"],
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
      ["delete_note", ["a note deleted", "select delete_note((select id from notes limit 1))"]],
    ]),
    ...toQueries("quiz/queries.server.ts", "visitor", [
      ["find_quiz", ["a quiz", "select * from find_quiz($1)", course.id]],
    ]),
    ...toQueries("quiz/queries.server.ts", "installation", [
      [
        "quiz_questions",
        [
          "an answer checked",
          "select question, options, correct_answer, explanation from quiz_questions where id = (select max(id) from quiz_questions)",
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
          "select report_video((select max(id) from lectures where youtube is not null), $1, 0, 3000, $1)",
          "e".repeat(64),
        ],
      ],
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
  ];
};
