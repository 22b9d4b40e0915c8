import { displayName } from "@/lib/catalogue/display";
import type { ListedCourse } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { SubjectBadge } from "./subject-badge";
import { Thumbnail } from "./thumbnail";

/** A course on a subject page. The whole card is the link. */
export function ListedCourseCard({ course, eager }: { course: ListedCourse; eager: boolean }) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-xl border border-line bg-card transition-colors hover:border-board">
      <Thumbnail videoId={course.thumbnailId} eager={eager} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="line-clamp-2 leading-snug font-semibold text-pretty">
          <a href={routes.course(course.courseId)} className="card-link">
            {displayName(course.name)}
          </a>
        </h2>
        {course.description ? <p className="line-clamp-2 text-sm text-quiet">{course.description}</p> : null}
        {course.subject ? (
          <p className="mt-auto pt-1">
            <SubjectBadge subject={course.subject} />
          </p>
        ) : null}
      </div>
    </article>
  );
}
