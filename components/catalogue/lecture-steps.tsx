import { ArrowLeft, ArrowRight } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import type { Course, Lecture } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";

export function LectureSteps({ course, current }: { course: Course; current: Lecture }) {
  const index = course.lectures.findIndex(({ id }) => id === current.id);
  const before = course.lectures[index - 1];
  const after = course.lectures[index + 1];
  if (!before && !after) return null;
  return (
    <nav aria-label="Lectures" className="ml-auto flex flex-wrap gap-3">
      {before ? (
        <a
          href={routes.lecture(course.courseId, before.lectureId)}
          rel="prev"
          className={buttonClasses("outline")}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          <span>
            Previous<span className="max-sm:sr-only"> lecture</span>
          </span>
        </a>
      ) : null}
      {after ? (
        <a
          href={routes.lecture(course.courseId, after.lectureId)}
          rel="next"
          className={buttonClasses("outline")}
        >
          <span>
            Next<span className="max-sm:sr-only"> lecture</span>
          </span>
          <ArrowRight aria-hidden="true" className="size-4" />
        </a>
      ) : null}
    </nav>
  );
}
