"use client";

import useSWR from "swr";
import { read } from "@/components/auth/api.client";
import { personalKey } from "@/components/auth/session.client";
import { usePending } from "./pending.client";
import { type Completed, progressPath } from "./save-tick.client";

/** Ids of the lectures of a course that the signed-in learner has completed; undefined until known. */
export function useCompleted(course: string): ReadonlySet<number> | undefined {
  const { data } = useSWR<Completed>(personalKey(progressPath(course)), read, { shouldRetryOnError: false });
  const pending = usePending();
  if (!data) return undefined;
  const completed = new Set(data.completed);
  for (const [lecture, isCompleted] of pending) {
    if (isCompleted) completed.add(lecture);
    else completed.delete(lecture);
  }
  return completed;
}
