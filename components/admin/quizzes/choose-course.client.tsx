"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { useCourses } from "@/components/planner/use-courses.client";
import { buttonClasses } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox.client";
import { adminRoutes } from "@/lib/admin/routes";
import { filterByName } from "@/lib/planner/course-filter";
import type { PlannerCourse } from "@/lib/planner/courses";
import { plannerMessages } from "@/lib/planner/messages";
import { useGo } from "../console-navigation.client";

/** Leads to the questions of a course that is chosen, also of one that has none yet. */
export function ChooseCourse() {
  const id = useId();
  const go = useGo();
  const field = useRef<HTMLInputElement>(null);
  const { courses, isLoading, hasFailed, retry } = useCourses();
  const [course, setCourse] = useState<PlannerCourse | null>(null);
  const [isMissing, setIsMissing] = useState(false);

  function open(event: FormEvent) {
    event.preventDefault();
    if (course) return go(adminRoutes.quiz(course.id));
    setIsMissing(true);
    field.current?.focus();
  }

  const note = isMissing ? "Choose a course from the list" : hasFailed ? plannerMessages.noCourses : null;
  return (
    <section aria-labelledby={`${id}-title`} className="mt-6 rounded-2xl border border-line bg-card p-5">
      <h2 id={`${id}-title`} className="font-serif text-xl font-semibold">
        Add questions to a course
      </h2>
      <form noValidate method="dialog" onSubmit={open} className="mt-3 flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
            Course
          </label>
          <Combobox
            id={id}
            field={field}
            value={course}
            onChange={(chosen) => {
              setCourse(chosen);
              setIsMissing(false);
            }}
            filter={(text) => filterByName(courses, text)}
            placeholder="Select a course"
            errorId={isMissing ? `${id}-note` : null}
            notice={isLoading ? "Loading courses…" : hasFailed ? plannerMessages.noCourses : null}
          />
          {note ? (
            <p id={`${id}-note`} role="alert" className="mt-1.5 text-sm text-fault">
              {note}
            </p>
          ) : null}
        </div>
        <button type="submit" className={buttonClasses("solid", "h-12 sm:mt-[1.625rem]")}>
          Open its questions
        </button>
        {hasFailed ? (
          <button type="button" onClick={retry} className={buttonClasses("outline", "h-12 sm:mt-[1.625rem]")}>
            Try again
          </button>
        ) : null}
      </form>
    </section>
  );
}
