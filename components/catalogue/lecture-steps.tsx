import { ArrowLeft, ArrowRight } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { IntentLink } from "@/components/ui/intent-link.client";
import type { Course, Lecture } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";

/** To the lecture before and the one after. */
export function LectureSteps({ course, current }: { course: Course; current: Lecture }) {
  const index = course.lectures.findIndex(({ id }) => id === current.id);
  const before = course.lectures[index - 1];
  const after = course.lectures[index + 1];
  if (!before && !after) return null;
  return (
    <nav aria-label="Lectures" className="flex flex-wrap justify-between gap-3">
      {before ? (
        <IntentLink
          href={routes.lecture(course.courseId, before.lectureId)}
          rel="prev"
          className={buttonClasses("outline")}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Previous lecture
        </IntentLink>
      ) : null}
      {after ? (
        <IntentLink
          href={routes.lecture(course.courseId, after.lectureId)}
          rel="next"
          className={buttonClasses("outline", "ml-auto")}
        >
          Next lecture
          <ArrowRight aria-hidden="true" className="size-4" />
        </IntentLink>
      ) : null}
    </nav>
  );
}
