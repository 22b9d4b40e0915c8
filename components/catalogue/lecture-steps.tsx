import { ArrowLeft, ArrowRight } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import type { Course, Lecture } from "@/lib/catalogue/types";
import { routes } from "@/lib/routes";

type LectureStepsProps = {
  course: Course;
  current: Lecture;
  /** The button for the current lecture, shown between the links to the previous and the next one. */
  children: ReactNode;
};

// A narrow screen has no room for the words of three buttons on one row.
const shape = "max-sm:w-11 max-sm:px-0";
const step = buttonClasses("outline", shape);
/** Where there is no step, so that each button is at the same place in every lecture, and none is pressed for another. */
const noStep = buttonClasses("outline", `${shape} pointer-events-none aria-disabled:opacity-40`);

/** The row of links and buttons beneath the player. */
export function LectureSteps({ course, current, children }: LectureStepsProps) {
  const index = course.lectures.findIndex(({ id }) => id === current.id);
  const before = course.lectures[index - 1];
  const after = course.lectures[index + 1];
  if (!before && !after) return <div className="flex flex-1">{children}</div>;
  const pathOf = (lecture: Lecture | undefined) =>
    lecture && routes.lecture(course.courseId, lecture.lectureId);
  return (
    <nav aria-label="Lectures" className="flex flex-1 flex-wrap gap-2 sm:gap-3">
      <Step href={pathOf(before)} rel="prev">
        <ArrowLeft aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Previous lecture</span>
      </Step>
      {children}
      <Step href={pathOf(after)} rel="next">
        <span className="max-sm:sr-only">Next lecture</span>
        <ArrowRight aria-hidden="true" className="size-4" />
      </Step>
    </nav>
  );
}

type StepProps = { href: Route | undefined; rel: "prev" | "next"; children: ReactNode };

function Step({ href, rel, children }: StepProps) {
  return href ? (
    <a href={href} rel={rel} className={step}>
      {children}
    </a>
  ) : (
    <span aria-hidden="true" aria-disabled="true" className={noStep}>
      {children}
    </span>
  );
}
