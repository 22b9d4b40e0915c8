import { type ListQueries, lastOf, MOST_ROWS, toQueries } from "./query.ts";

/** The numbers of subjects on the home page, and of cards on a page of courses, that the app requests. */
const [SUBJECTS_ON_HOME, CARDS] = [40, 250];

/** Queries of the catalogue and its search. */
export const listCatalogueQueries: ListQueries = (world) => {
  const { course, longest } = world;
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
      ["moved_course", ["an address that is not there", "select moved_course($1)", "no-such-course"]],
      [
        "moved_lecture",
        ["a lecture's address that is not there", "select moved_lecture($1, '1')", "no-such-course"],
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
    ...toQueries("catalogue/missed-searches.server.ts", "installation", [
      [
        "record_missed_search",
        ["a search that found nothing", "select record_missed_search($1)", "quaternions"],
      ],
    ]),
  ];
};
