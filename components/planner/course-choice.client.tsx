"use client";

import { type Ref, useId } from "react";
import { buttonClasses } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox.client";
import { filterByName } from "@/lib/planner/course-filter";
import type { PlannerCourse } from "@/lib/planner/courses";
import { plannerMessages } from "@/lib/planner/messages";
import { useCourses } from "./use-courses.client";

type CourseChoiceProps = {
  label?: string;
  placeholder?: string;
  field: Ref<HTMLInputElement>;
  /** The name of a course that is not offered. */
  except?: string;
  value: PlannerCourse | null;
  onChange: (course: PlannerCourse | null) => void;
  error: string | undefined;
};

/** A course of the catalogue, found by typing a part of its name. */
export function CourseChoice({
  label = "Course",
  placeholder = "Select a course",
  field,
  except,
  value,
  onChange,
  error,
}: CourseChoiceProps) {
  const id = useId();
  const { courses, isLoading, hasFailed, retry } = useCourses();
  const offered = except === undefined ? courses : courses.filter(({ name }) => name !== except);
  const notice = () => {
    if (isLoading) return "Loading courses…";
    if (hasFailed) return plannerMessages.noCourses;
    return courses.length === 0 ? plannerMessages.noneYet : null;
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {/* Above the field, whose list would cover it. */}
      {hasFailed ? (
        <div role="alert" className="mb-2 flex flex-wrap items-center justify-between gap-2 text-sm">
          <p className="text-fault">{plannerMessages.noCourses}</p>
          <button type="button" onClick={retry} className={buttonClasses("outline")}>
            Try again
          </button>
        </div>
      ) : null}
      <Combobox
        id={id}
        field={field}
        value={value}
        onChange={onChange}
        filter={(text) => filterByName(offered, text)}
        placeholder={placeholder}
        errorId={error ? `${id}-note` : null}
        notice={notice()}
      />
      {error ? (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-fault">
          {error}
        </p>
      ) : null}
    </div>
  );
}
