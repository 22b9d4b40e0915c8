import type { ImportedLecture } from "../../lib/lecture-import/columns.ts";
import { type ListQueries, MOST_ROWS, toQueries } from "./query.ts";

/** The numbers of jobs on a page of the history, and of rows in a batch, that the app requests. */
const [HISTORY_ROWS, BATCH] = [20, 1000];

/** Queries of imports and exports. */
export const listImportQueries: ListQueries = (world) => {
  const { jobs, worker } = world;
  return [
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
    ...toQueries("lecture-import/jobs.server.ts", "admin", [
      [
        "import_jobs",
        [
          "an import noted",
          `insert into import_jobs (user_id, file_path, file_name, file_size)
           values ($1, '1700000000000-' || gen_random_uuid() || '.csv', 'a', 1) returning id`,
          world.admin,
        ],
      ],
      [
        "import_jobs 2",
        [
          "an import that is noted already",
          "select id from import_jobs where file_path = '1700000000000-a.csv' and mode = 'import'",
        ],
      ],
      [
        "import_jobs 3",
        [
          "a check's file",
          "select file_path, file_name, file_size, fields from import_jobs where id = $1 and mode = 'check' and status = 'completed'",
          jobs.checking,
        ],
      ],
      [
        "import_jobs 4",
        [
          "a checked file noted",
          `insert into import_jobs (user_id, file_path, file_name, file_size, check_id)
           values ($1, '1700000000000-' || gen_random_uuid() || '.csv', 'a', 1, $2) returning id`,
          world.admin,
          jobs.rejected,
        ],
      ],
      ["import_jobs 5", ["an import", "select * from import_jobs where id = $1", jobs.failed]],
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
      ["import_course_names", ["the names of the courses", "select import_course_names()"]],
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
    ...toQueries("lecture-import/remembered-columns.server.ts", "admin", [
      [
        "remember_columns",
        ["a choice of columns remembered", `select remember_columns('["Web"]', '["youtube"]')`],
      ],
      ["remembered_columns", ["remembered choices of columns", "select * from remembered_columns()"]],
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
  ];
};

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
