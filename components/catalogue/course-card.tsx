import { displayName } from "@/lib/catalogue/display";
import type { CourseCard as Card, ListedCourse } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { SubjectBadge } from "./subject-badge";
import { Thumbnail } from "./thumbnail";

/** A course on the home page. */
export function CourseCard({ course }: { course: Card }) {
  return (
    <article className="group relative flex flex-col gap-3">
      <Thumbnail videoId={course.thumbnailId} className="rounded-xl ring-1 ring-line" />
      <div>
        <h3 className="line-clamp-2 text-base leading-snug font-semibold text-pretty">
          <a href={routes.course(course.courseId)} className="card-link focus-visible:after:outline-offset-4">
            {displayName(course.name)}
          </a>
        </h3>
        <p dir="auto" className="mt-1 truncate text-sm text-quiet">
          {course.institution ?? "N/A"}
        </p>
      </div>
    </article>
  );
}

type ListedCourseCardProps = {
  course: ListedCourse;
  /** The subject that the badge names: a course may have several. */
  subject: string | null;
  eager: boolean;
};

/** A course on a subject page. */
export function ListedCourseCard({ course, subject, eager }: ListedCourseCardProps) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-xl border border-line bg-card transition-colors hover:border-board">
      <Thumbnail videoId={course.thumbnailId} eager={eager} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="line-clamp-2 leading-snug font-semibold text-pretty">
          <a href={routes.course(course.courseId)} className="card-link">
            {displayName(course.name)}
          </a>
        </h2>
        {course.description ? (
          <p className="line-clamp-2 text-sm text-quiet [unicode-bidi:plaintext]">{course.description}</p>
        ) : null}
        {subject ? (
          <p className="mt-auto pt-1">
            <SubjectBadge subject={subject} />
          </p>
        ) : null}
      </div>
    </article>
  );
}
