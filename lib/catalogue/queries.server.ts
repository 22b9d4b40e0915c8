import "server-only";
import { cache } from "react";
import { isBuildWithoutBackend } from "../env.ts";
import { publicClient } from "../supabase/public.server.ts";
import { unwrap } from "../supabase/responses.ts";
import { splitList } from "./display.ts";
import { MATCHES_NAMED } from "./search.ts";
import { thumbnailId } from "./thumbnails.ts";
import type { CourseCard, CoursePage, CourseResult, Home, Lecture, SubjectPage } from "./types.ts";
import { parseYoutubeId } from "./youtube.ts";

/** Cards on one page of a subject: every subject of a usual catalogue fits on its first. */
export const COURSES_PER_PAGE = 250;

type CourseColumns = {
  course_id: string;
  course_name: string;
  institution: string | null;
  image: string | null;
  youtube: string | null;
};

function toCard(row: CourseColumns): CourseCard {
  return {
    courseId: row.course_id,
    name: row.course_name,
    institution: row.institution,
    thumbnailId: thumbnailId(row),
  };
}

const read = <Data>(answer: Parameters<typeof unwrap<Data>>[0]) => unwrap(answer, "The catalogue");

/** The home page: subjects by number of courses, each with its first four, and totals. Two requests. */
export async function getHome(): Promise<Home> {
  if (isBuildWithoutBackend()) return { sections: [], courseCount: 0, lectureCount: 0 };
  const client = publicClient();
  const [totals, cards] = await Promise.all([
    client.from("catalogue_totals").select("course_count, lecture_count").single(),
    client.rpc("home_sections", {}),
  ]);
  const sections = new Map<string, Home["sections"][number]>();
  for (const row of read(cards)) {
    const section = sections.get(row.subject) ?? {
      name: row.subject,
      courseCount: row.course_count,
      courses: [],
    };
    sections.set(row.subject, section);
    section.courses.push(toCard(row));
  }
  const { course_count, lecture_count } = read(totals);
  return { sections: [...sections.values()], courseCount: course_count, lectureCount: lecture_count };
}

/**
 * One page of a subject's courses (null for every course): View Rate descending with empty last,
 * then name. Null where there is no such subject or page.
 */
export async function getSubjectPage(subject: string | null, page: number): Promise<SubjectPage | null> {
  const answer = await publicClient().rpc("subject_courses", {
    ...(subject !== null && { p_subject: subject }),
    p_offset: (page - 1) * COURSES_PER_PAGE,
    p_limit: COURSES_PER_PAGE,
  });
  const rows = read(answer);
  if (!rows[0]) return null;
  return {
    subject,
    courses: rows.map((row) => ({ ...toCard(row), description: row.description, subject: row.subject })),
    courseCount: rows[0].total,
    page,
    pageCount: Math.ceil(rows[0].total / COURSES_PER_PAGE),
  };
}

type LectureColumns = {
  id: number;
  lecture_id: string;
  number: number | null;
  name: string;
  instructor: string | null;
  keywords: string | null;
  image: string | null;
  youtube: string | null;
  views: number | null;
};

function toLecture(row: LectureColumns): Lecture {
  return {
    id: row.id,
    lectureId: row.lecture_id,
    number: row.number,
    name: row.name,
    instructor: row.instructor,
    keywords: splitList(row.keywords),
    videoId: parseYoutubeId(row.youtube ?? ""),
    thumbnailId: thumbnailId(row),
    views: row.views,
  };
}

type CoursePageColumns = CourseColumns & {
  subject: string | null;
  description: string | null;
  instructor: string | null;
  question_count: number;
  lectures: LectureColumns[];
  similar_courses: CourseColumns[];
};

/**
 * The course at `/course/{courseId}`: by its address or by its name. Null where there is none, and for
 * the null of an address that cannot be decoded. One request, made once for a page and its metadata.
 */
export const getCoursePage = cache(async (courseId: string | null): Promise<CoursePage | null> => {
  if (courseId === null) return null;
  const answer = await publicClient()
    .rpc("course_page", { p_course_id: courseId })
    .overrideTypes<CoursePageColumns[], { merge: false }>();
  const [row] = read(answer);
  const [first, ...others] = row?.lectures ?? [];
  if (!row || !first) return null;
  return {
    ...toCard(row),
    subject: row.subject,
    description: row.description,
    instructor: row.instructor,
    lectures: [toLecture(first), ...others.map(toLecture)],
    similar: row.similar_courses.map(toCard),
    questionCount: row.question_count,
  };
});

type SearchColumns = CourseColumns & {
  description: string | null;
  subject: string | null;
  lecture_count: number;
  match_count: number;
  matches: { lecture_id: string; name: string }[];
};

/**
 * The courses of the lectures that contain `query` (parsed, searchable) in any case: of the 500 with the
 * best View Rate, the course of the best one first.
 */
export async function searchCatalogue(query: string): Promise<CourseResult[]> {
  const answer = await publicClient()
    .rpc("search_catalogue", { p_query: query, p_named: MATCHES_NAMED })
    .overrideTypes<SearchColumns[], { merge: false }>();
  return read(answer).map((row) => ({
    ...toCard(row),
    description: row.description,
    subject: row.subject,
    lectureCount: row.lecture_count,
    matchCount: row.match_count,
    matches: row.matches.map(({ lecture_id, name }) => ({ lectureId: lecture_id, name })),
  }));
}
