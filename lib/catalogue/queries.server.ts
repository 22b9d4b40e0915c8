import "server-only";
import { cache } from "react";
import { isBuildWithoutBackend } from "../env.ts";
import { CATALOGUE_TAG, LENGTHS_TAG, publicClient } from "../supabase/public.server.ts";
import { unwrap } from "../supabase/responses.ts";
import { splitList } from "./display.ts";
import { MATCHES_NAMED } from "./search.ts";
import { thumbnailId } from "./thumbnails.ts";
import type {
  CourseCard,
  CoursePage,
  CourseResult,
  Home,
  Lecture,
  SubjectList,
  SubjectPage,
} from "./types.ts";
import { parseYoutubeId } from "./youtube.ts";

/** Cards on one page of a subject: in a typical catalogue, every subject fits on its first page. */
export const COURSES_PER_PAGE = 250;
/** Enough for all subjects of a typical catalogue; with more, the home page links to the list of all subjects. */
export const SUBJECTS_ON_HOME = 40;
const COURSES_PER_SUBJECT = 4;
const SUBJECTS_PER_PAGE = 250;

type CourseColumns = {
  course_id: string;
  course_name: string;
  institution: string | null;
  image: string | null;
  youtube: string | null;
};

/** Converts a row with these columns to a course card. */
export function toCourseCard(row: CourseColumns): CourseCard {
  return {
    courseId: row.course_id,
    name: row.course_name,
    institution: row.institution,
    thumbnailId: thumbnailId(row),
  };
}

const read = <Data>(answer: Parameters<typeof unwrap<Data>>[0]) => unwrap(answer, "The catalogue");

type HomeColumns = {
  course_count: number;
  lecture_count: number;
  subject_count: number;
  sections: { subject: string; course_count: number; courses: CourseColumns[] }[];
};

const EMPTY_HOME: Home = { sections: [], courses: [], subjectCount: 0, courseCount: 0, lectureCount: 0 };

/**
 * The home page: totals, and the subjects with the most courses, each with its first four. One request, or two if no
 * course has a subject.
 */
export async function getHome(): Promise<Home> {
  if (isBuildWithoutBackend()) return EMPTY_HOME;
  const answer = await publicClient()
    .rpc("home_page", { p_subjects: SUBJECTS_ON_HOME, p_courses_per_subject: COURSES_PER_SUBJECT })
    .overrideTypes<HomeColumns[], { merge: false }>();
  const [row] = read(answer);
  if (!row) return EMPTY_HOME;
  const hasSubjects = row.course_count === 0 || row.sections.length > 0;
  const firstPage = hasSubjects ? null : await getSubjectPage(null, 1);
  return {
    sections: row.sections.map(({ subject, course_count, courses }) => ({
      name: subject,
      courseCount: course_count,
      courses: courses.map(toCourseCard),
    })),
    courses: firstPage?.courses.slice(0, COURSES_PER_SUBJECT) ?? [],
    subjectCount: row.subject_count,
    courseCount: row.course_count,
    lectureCount: row.lecture_count,
  };
}

/** One page of all subjects by name. Null if there is no such page; the first page always exists, maybe empty. */
export async function getSubjectList(page: number): Promise<SubjectList | null> {
  const empty = page === 1 ? { subjects: [], subjectCount: 0, page, pageCount: 1 } : null;
  if (isBuildWithoutBackend()) return empty;
  const answer = await publicClient().rpc("subjects_by_name", {
    p_offset: (page - 1) * SUBJECTS_PER_PAGE,
    p_limit: SUBJECTS_PER_PAGE,
  });
  const rows = read(answer);
  if (!rows[0]) return empty;
  return {
    subjects: rows.map(({ subject, course_count }) => ({ name: subject, courseCount: course_count })),
    subjectCount: rows[0].total,
    page,
    pageCount: Math.ceil(rows[0].total / SUBJECTS_PER_PAGE),
  };
}

/**
 * One page of a subject's courses (null for every course): View Rate descending with empty last, then name. Null if
 * there is no such subject or page; the first page of every course is there in an empty catalogue, too.
 */
export async function getSubjectPage(subject: string | null, page: number): Promise<SubjectPage | null> {
  const answer = await publicClient().rpc("subject_courses", {
    ...(subject !== null && { p_subject: subject }),
    p_offset: (page - 1) * COURSES_PER_PAGE,
    p_limit: COURSES_PER_PAGE,
  });
  const rows = read(answer);
  if (!rows[0] && (subject !== null || page > 1)) return null;
  const total = rows[0]?.total ?? 0;
  return {
    subject,
    courses: rows.map((row) => ({
      ...toCourseCard(row),
      description: row.description,
      subject: row.subject,
    })),
    courseCount: total,
    page,
    pageCount: Math.max(1, Math.ceil(total / COURSES_PER_PAGE)),
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
  seconds: number | null;
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
    seconds: row.seconds,
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
 * The course at `/course/{courseId}`, by its id or its name. Null if there is none, and if `courseId` is null,
 * because the URL segment could not be decoded. One request, shared by a page and its metadata.
 */
export const getCoursePage = cache(async (courseId: string | null): Promise<CoursePage | null> => {
  if (courseId === null) return null;
  const answer = await publicClient("force-cache", [CATALOGUE_TAG, LENGTHS_TAG])
    .rpc("course_page", { p_course_id: courseId })
    .overrideTypes<CoursePageColumns[], { merge: false }>();
  const [row] = read(answer);
  const [first, ...others] = row?.lectures ?? [];
  if (!row || !first) return null;
  return {
    ...toCourseCard(row),
    subject: row.subject,
    description: row.description,
    instructor: row.instructor,
    lectures: [toLecture(first), ...others.map(toLecture)],
    similar: row.similar_courses.map(toCourseCard),
    questionCount: row.question_count,
  };
});

/**
 * The current id of a course that was merged, renamed or given another URL; null if there is none. Only called for
 * courses that are not found.
 */
export async function findMovedCourse(courseId: string | null): Promise<string | null> {
  if (courseId === null) return null;
  const client = publicClient("force-cache", [CATALOGUE_TAG]);
  return read(await client.rpc("moved_course", { p_course_id: courseId }));
}

/**
 * The current ids of a lecture and its course, by those that they had before the course was merged, renamed or given
 * another URL; null if that is not known. Only called for courses that are not found.
 */
export async function findMovedLecture(
  courseId: string | null,
  lectureId: string | null,
): Promise<{ courseId: string; lectureId: string } | null> {
  if (courseId === null || lectureId === null) return null;
  const client = publicClient("force-cache", [CATALOGUE_TAG]);
  const [moved] = read(await client.rpc("moved_lecture", { p_course_id: courseId, p_lecture_id: lectureId }));
  const course = moved ? await getCoursePage(moved.course_id) : null;
  const lecture = course?.lectures.find(({ id }) => id === moved?.id);
  return course && lecture ? { courseId: course.courseId, lectureId: lecture.lectureId } : null;
}

type SearchColumns = CourseColumns & {
  description: string | null;
  subject: string | null;
  lecture_count: number;
  match_count: number;
  matches: { lecture_id: string; name: string }[];
};

/**
 * The courses of the lectures that contain `query` (parsed, searchable), ignoring case. Only the 500 lectures with
 * the best View Rate count; courses are sorted by their best lecture.
 */
export async function searchCatalogue(query: string): Promise<CourseResult[]> {
  const answer = await publicClient()
    .rpc("search_catalogue", { p_query: query, p_named: MATCHES_NAMED })
    .overrideTypes<SearchColumns[], { merge: false }>();
  return read(answer).map((row) => ({
    ...toCourseCard(row),
    description: row.description,
    subject: row.subject,
    lectureCount: row.lecture_count,
    matchCount: row.match_count,
    matches: row.matches.map(({ lecture_id, name }) => ({ lectureId: lecture_id, name })),
  }));
}
