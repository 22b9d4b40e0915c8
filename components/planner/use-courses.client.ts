"use client";

import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { type CourseEntry, type PlannerCourse, toPlannerCourses } from "@/lib/planner/courses";

async function fetchCourses(address: string): Promise<PlannerCourse[]> {
  return toPlannerCourses(await load<CourseEntry[]>(address));
}

/** The courses that a task can be for, loaded once a page; `retry` loads them again after a failure. */
export function useCourses() {
  const { data, error, mutate } = useSWR("/api/courses", fetchCourses, { revalidateOnFocus: false });
  return {
    courses: data ?? [],
    isLoading: !data && !error,
    hasFailed: !data && Boolean(error),
    retry: () => mutate(),
  };
}
