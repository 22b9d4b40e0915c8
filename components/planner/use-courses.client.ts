"use client";

import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { type CourseEntry, type PlannerCourse, toPlannerCourses } from "@/lib/planner/courses";

async function fetchCourses(address: string): Promise<PlannerCourse[]> {
  return toPlannerCourses(await load<CourseEntry[]>(address));
}

export function useCourses() {
  const { data, error, mutate } = useSWR("/api/courses", fetchCourses, { revalidateOnFocus: false });
  return {
    courses: data ?? [],
    isLoading: !data && !error,
    hasFailed: !data && Boolean(error),
    retry: () => mutate(),
  };
}
