import { displayName } from "@/lib/catalogue/display";
import type { CourseCard } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { Thumbnail } from "./thumbnail";

export function SimilarCourses({ courses }: { courses: readonly CourseCard[] }) {
  if (courses.length === 0) return null;
  return (
    <section aria-labelledby="similar-courses" className="mt-4">
      <h2 id="similar-courses" className="font-serif text-xl font-semibold">
        Similar Courses
      </h2>
      <ul className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
        {courses.map((course) => (
          <li key={course.courseId}>
            <a
              href={routes.course(course.courseId)}
              className="group flex h-full items-center gap-3 rounded-xl border border-line bg-card p-2 hover:border-board"
            >
              <Thumbnail videoId={course.thumbnailId} className="w-[min(7rem,40%)] shrink-0 rounded-lg" />
              <span className="min-w-0">
                <span className="line-clamp-2 text-sm leading-snug font-semibold [unicode-bidi:plaintext] group-hover:text-board">
                  {displayName(course.name)}
                </span>
                <span dir="auto" className="mt-1 block truncate text-xs text-quiet">
                  {course.institution ?? "N/A"}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
