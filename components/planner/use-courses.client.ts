"use client";

import useSWR from "swr";
import { type CourseEntry, type PlannerCourse, toPlannerCourses } from "@/lib/planner/courses";

async function fetchCourses(address: string): Promise<PlannerCourse[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return toPlannerCourses((await answer.json()) as CourseEntry[]);
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
