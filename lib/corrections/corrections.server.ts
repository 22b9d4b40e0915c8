import "server-only";
import { sliceOf, toListPage } from "../admin/paging.ts";
import type { ListPage } from "../admin/types.ts";
import type { JobRow } from "../lecture-import/job-queue.ts";
import { toImportJob } from "../lecture-import/jobs.server.ts";
import type { LectureCells } from "../lecture-import/report.ts";
import type { Client } from "../supabase/client.ts";
import { unwrap } from "../supabase/responses.ts";
import type {
  Correction,
  EditedCourse,
  EditedLecture,
  ListedCourse,
  ListedSubject,
  MergePreview,
  RecentCorrection,
} from "./types.ts";

// `client` belongs to an account that may see the console, and for changes to an editor: the database checks this.

type Cells = Partial<LectureCells>;
type Answer = { data: unknown; error: { message: string; code: string } | null; status: number };

const correction = async (answer: PromiseLike<Answer>) =>
  unwrap(await answer, "The correction") as unknown as Correction;

/** Changes cells of a lecture, if the lecture still has the given version. */
export const editLecture = (client: Client, id: number, version: string, cells: Cells) =>
  correction(client.rpc("edit_lecture", { p_id: id, p_version: version, p_cells: JSON.stringify(cells) }));

/** Adds a lecture. */
export const addLecture = (client: Client, cells: Cells) =>
  correction(client.rpc("add_lecture", { p_cells: JSON.stringify(cells) }));

/** Deletes lectures with the data of learners about them; undoing the correction restores both. */
export const deleteLectures = (client: Client, ids: number[]) =>
  correction(client.rpc("delete_lectures", { p_ids: ids }));

/** Moves lectures to another course, which must exist. */
export const moveLectures = (client: Client, ids: number[], course: string) =>
  correction(client.rpc("move_lectures", { p_ids: ids, p_course: course }));

/**
 * Sets these cells in all lectures of a course, if their shared cells still have the given version. A new course name
 * must not be that of another course.
 */
export const editCourse = (client: Client, name: string, version: string, cells: Cells) =>
  correction(
    client.rpc("edit_course", { p_course: name, p_version: version, p_cells: JSON.stringify(cells) }),
  );

/** Moves the lectures of a course to another one; the data of learners move with them. */
export const mergeCourses = (client: Client, from: string, into: string) =>
  correction(client.rpc("merge_courses", { p_from: from, p_into: into }));

/** What a merge would do. */
export async function previewMerge(client: Client, from: string, into: string): Promise<MergePreview> {
  return unwrap(
    await client.rpc("merge_preview", { p_from: from, p_into: into }),
    "The merge",
  ) as MergePreview;
}

/** Renames a subject in every lecture. */
export const renameSubject = (client: Client, from: string, to: string) =>
  correction(client.rpc("rename_subject", { p_from: from, p_to: to }));

/** A lecture for editing; null if there is none. */
export async function getLecture(client: Client, id: number): Promise<EditedLecture | null> {
  const answer = unwrap(await client.rpc("admin_lecture", { p_id: id }), "The lecture");
  if (!answer) return null;
  const { cells, version, is_hidden, course_id, learners } = answer as unknown as {
    cells: LectureCells;
    version: string;
    is_hidden: boolean;
    course_id: string | null;
    learners: number;
  };
  return { id, cells, version, isHidden: is_hidden, courseId: course_id, learners };
}

/** A course for editing; null if there is none. */
export async function getCourse(client: Client, name: string): Promise<EditedCourse | null> {
  const answer = unwrap(await client.rpc("admin_course", { p_course: name }), "The course");
  if (!answer) return null;
  const { course_id, version, cells, mixed, lectures } = answer as unknown as {
    course_id: string | null;
    version: string;
    cells: EditedCourse["cells"];
    mixed: EditedCourse["mixed"];
    lectures: { id: number; number: number | null; name: string; has_video: boolean; is_hidden: boolean }[];
  };
  return {
    name,
    courseId: course_id,
    version,
    cells,
    mixed,
    lectures: lectures.map(({ has_video: hasVideo, is_hidden: isHidden, ...lecture }) => ({
      ...lecture,
      hasVideo,
      isHidden,
    })),
  };
}

/** A page of the courses whose names contain a text, by name. */
export async function listCourses(
  client: Client,
  query: string,
  page: number,
): Promise<ListPage<ListedCourse>> {
  const found = unwrap(
    await client.rpc("admin_courses", { p_query: query, ...sliceOf(page) }),
    "The courses",
  );
  return toListPage(found, page, ({ course_name, course_id, lecture_count, subject, institution }) =>
    course_name === null
      ? null
      : { name: course_name, courseId: course_id, lectureCount: lecture_count, subject, institution },
  );
}

/** At most 50 groups of courses whose names differ only by case, spaces, hyphens and underscores; that with most lectures first. */
export async function listSimilarCourses(client: Client): Promise<string[][]> {
  const groups = unwrap(await client.rpc("admin_similar_courses"), "Similar courses");
  return groups.map(({ course_names }) => course_names);
}

/** A page of the subjects whose names contain a text, by name. */
export async function listSubjects(
  client: Client,
  query: string,
  page: number,
): Promise<ListPage<ListedSubject>> {
  const found = unwrap(
    await client.rpc("admin_subjects", { p_query: query, ...sliceOf(page) }),
    "The subjects",
  );
  return toListPage(found, page, ({ subject, course_count, lecture_count }) =>
    subject === null ? null : { name: subject, courseCount: course_count, lectureCount: lecture_count },
  );
}

/** The same of subjects. */
export async function listSimilarSubjects(client: Client): Promise<string[][]> {
  const groups = unwrap(await client.rpc("admin_similar_subjects"), "Similar subjects");
  return groups.map(({ subjects }) => subjects);
}

/** How many courses a subject has; null if there is no such subject. */
export async function countCoursesOf(client: Client, subject: string): Promise<number | null> {
  const [found] = unwrap(
    await client.from("subject_summaries").select("course_count").eq("subject", subject),
    "The subject",
  );
  return found?.course_count ?? null;
}

/** The last 20 corrections, newest first. */
export async function listRecentCorrections(client: Client): Promise<RecentCorrection[]> {
  const rows = unwrap(await client.rpc("recent_corrections"), "The corrections") as unknown as {
    job: JobRow;
    person: string | null;
    is_undone: boolean;
  }[];
  return rows.map(({ job, person, is_undone }) => ({ job: toImportJob(job), person, isUndone: is_undone }));
}
