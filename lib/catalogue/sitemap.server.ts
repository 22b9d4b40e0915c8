import "server-only";
import { routes } from "../routes.ts";
import { publicClient } from "../supabase/public.server.ts";
import { unwrap } from "../supabase/responses.ts";

type List = {
  /** Reads the entries of a file; null after the last file. */
  read: (file: number) => PromiseLike<Parameters<typeof unwrap<string[] | null>>[0]>;
  toPath: (entry: string) => string;
};

// Not cached: the sitemap's routes cache their output, which is built from these far larger responses.
const client = () => publicClient("no-store");

const lists: Record<string, List> = {
  subjects: {
    read: (file) => client().rpc("sitemap_subjects", { p_file: file }),
    toPath: (subject) => routes.subject(subject),
  },
  courses: {
    read: (file) => client().rpc("sitemap_courses", { p_file: file }),
    toPath: routes.course,
  },
  lectures: {
    read: (file) => client().rpc("sitemap_lectures", { p_file: file }),
    toPath: lecturePath,
  },
};

/** The numbers of the files of each list. */
async function findFiles() {
  const [found] = unwrap(await publicClient().rpc("sitemap_files"), "The sitemap");
  const upTo = (count = 0) => Array.from({ length: count }, (_, index) => index + 1);
  return {
    subjects: upTo(found?.subject_files),
    courses: upTo(found?.course_files),
    lectures: found?.lecture_files ?? [],
  };
}

/** The names of all sitemap files: `pages`, `subjects-1` …, `courses-1` …, `lectures-1` …. */
export async function listSitemapFiles(): Promise<string[]> {
  const numbered = Object.entries(await findFiles()).flatMap(([noun, files]) =>
    files.map((file) => `${noun}-${file}`),
  );
  return ["pages", ...numbered];
}

/** The paths of a sitemap file, at most 10,000; null if there is no such file. */
export async function listSitemapPaths(file: string): Promise<string[] | null> {
  if (file === "pages") return listPages();
  const [, noun = "", number] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(file) ?? [];
  const list = Object.hasOwn(lists, noun) ? lists[noun] : undefined;
  if (!list) return null;
  const entries: string[] | null = unwrap(await list.read(Number(number)), "The sitemap");
  return entries?.map(list.toPath) ?? null;
}

async function listPages(): Promise<string[]> {
  const { subjects, courses } = await findFiles();
  return [
    routes.home(),
    ...(courses.length > 0 ? [routes.allCourses()] : []),
    ...(subjects.length > 0 ? [routes.allSubjects()] : []),
  ];
}

function lecturePath(address: string): string {
  const [courseId = "", lectureId = ""] = address.split("\u001f");
  return routes.lecture(courseId, lectureId);
}
