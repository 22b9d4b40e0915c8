import { displayName } from "@/lib/catalogue/display";
import type { CourseCard as Card } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";
import { Thumbnail } from "./thumbnail";

/** A course on the home page and among similar courses. The whole card is the link. */
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
        <p className="mt-1 truncate text-sm text-quiet">{course.institution ?? "N/A"}</p>
      </div>
    </article>
  );
}
