import "server-only";
import { routes } from "../routes.ts";
import { publicClient } from "../supabase/public.server.ts";
import { unwrap } from "../supabase/responses.ts";

/** The names of the sitemap files there are: `pages`, `courses-1` …, `lectures-1` …. */
export async function listSitemapFiles(): Promise<string[]> {
  const [files] = unwrap(await publicClient().rpc("sitemap_files"), "The sitemap");
  const named = (noun: string, count = 0) =>
    Array.from({ length: count }, (_, file) => `${noun}-${file + 1}`);
  return ["pages", ...named("courses", files?.course_files), ...named("lectures", files?.lecture_files)];
}

/** The paths of a sitemap file, at most 10,000; null where there is no such file. */
export async function listSitemapPaths(file: string): Promise<string[] | null> {
  if (file === "pages") return listPages();
  const [, noun, number] = /^(courses|lectures)-([1-9]\d{0,5})$/.exec(file) ?? [];
  if (noun === "courses") {
    const courses: string[] | null = unwrap(
      await publicClient().rpc("sitemap_courses", { p_file: Number(number) }),
      "The sitemap",
    );
    return courses?.map((courseId) => routes.course(courseId)) ?? null;
  }
  if (noun === "lectures") {
    const lectures: string[] | null = unwrap(
      await publicClient().rpc("sitemap_lectures", { p_file: Number(number) }),
      "The sitemap",
    );
    return lectures?.map(lecturePath) ?? null;
  }
  return null;
}

async function listPages(): Promise<string[]> {
  const subjects = unwrap(
    await publicClient().from("subject_summaries").select("subject").order("subject"),
    "The sitemap",
  );
  const all = subjects.length > 0 ? [routes.allCourses()] : [];
  return [routes.home(), ...all, ...subjects.map(({ subject }) => routes.subject(subject))];
}

function lecturePath(address: string): string {
  const [courseId = "", lectureId = ""] = address.split("\u001f");
  return routes.lecture(courseId, lectureId);
}
