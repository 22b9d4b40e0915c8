"use client";

import { BookOpen } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { LearningCourse } from "@/lib/progress/types";
import { applyView, formatView, type LearningView, parseView } from "@/lib/progress/view";
import { routes } from "@/lib/routes";
import { LearningCard } from "./learning-card";
import { LearningControls } from "./learning-controls.client";

const LAID_OUT_CARDS = 30;

export function MyLearning({ courses }: { courses: readonly LearningCourse[] }) {
  const pathname = usePathname();
  const view = parseView(new URLSearchParams(useSearchParams().toString()));
  const shown = applyView(courses, view);
  // The router would ask the server, and scroll to the top the first time.
  const show = (change: Partial<LearningView>) =>
    history.replaceState(null, "", pathname + formatView({ ...view, ...change }));
  return (
    <section aria-labelledby="my-learning">
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <h2 id="my-learning" className="mr-auto font-serif text-xl font-semibold">
          My Learning
        </h2>
        {courses.length > 0 ? <LearningControls courses={courses} view={view} onChange={show} /> : null}
      </div>
      {courses.length === 0 ? <NoActivity /> : null}
      {/* A live region must be in the document before its text changes, or screen readers stay silent. */}
      <div role="status">
        {courses.length > 0 && shown.length === 0 ? (
          <p className="rounded-2xl border border-line py-14 text-center text-quiet">
            No courses match your filters
          </p>
        ) : null}
      </div>
      {shown.length > 0 ? (
        <ul className="flex flex-col gap-4">
          {shown.map((course, position) => (
            <li
              key={course.courseId}
              className={classNames(
                position >= LAID_OUT_CARDS && "lazy-entry [contain-intrinsic-size:auto_13rem]",
              )}
            >
              <LearningCard course={course} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function NoActivity() {
  return (
    <div className="rounded-2xl border border-line py-14 text-center">
      <BookOpen aria-hidden="true" className="mx-auto size-10 text-quiet" strokeWidth={1.25} />
      <p className="mt-3 text-quiet">No learning activity yet</p>
      <a href={routes.home()} className={buttonClasses("solid", "mt-5")}>
        Browse Courses
      </a>
    </div>
  );
}
