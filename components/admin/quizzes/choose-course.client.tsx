"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { CourseChoice } from "@/components/planner/course-choice.client";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import type { PlannerCourse } from "@/lib/planner/courses";
import { useGo } from "../console-navigation.client";

/** Opens the questions of a chosen course, even if it has none yet. */
export function ChooseCourse() {
  const id = useId();
  const go = useGo();
  const field = useRef<HTMLInputElement>(null);
  const [course, setCourse] = useState<PlannerCourse | null>(null);
  const [isMissing, setIsMissing] = useState(false);

  function open(event: FormEvent) {
    event.preventDefault();
    if (course) return go(adminRoutes.quiz(course.id));
    setIsMissing(true);
    field.current?.focus();
  }

  return (
    <section aria-labelledby={id} className="mt-6 rounded-2xl border border-line bg-card p-5">
      <h2 id={id} className="font-serif text-xl font-semibold">
        Add questions to a course
      </h2>
      <form noValidate method="dialog" onSubmit={open} className="mt-3 flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <CourseChoice
            field={field}
            value={course}
            onChange={(chosen) => {
              setCourse(chosen);
              setIsMissing(false);
            }}
            error={isMissing ? "Choose a course from the list" : undefined}
          />
        </div>
        <button type="submit" className={buttonClasses("solid", "h-12 sm:mt-[1.625rem]")}>
          Open its questions
        </button>
      </form>
    </section>
  );
}
