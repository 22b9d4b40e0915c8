"use client";

import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { usePersonalKey } from "@/components/api/session.client";
import type { LearningCourse } from "@/lib/progress/types";
import { LearningStatsCard } from "./learning-stats";
import { MyLearning } from "./my-learning.client";
import { ProfileContent } from "./profile-content.client";

/** The profile of a signed-in user: what the user learns. */
export function Learning() {
  const learning = useSWR<{ courses: LearningCourse[] }>(usePersonalKey("/api/learning"), load, {
    shouldRetryOnError: false,
  });
  return (
    <ProfileContent reading={learning}>
      {({ courses }) => (
        <>
          <LearningStatsCard courses={courses} />
          <MyLearning courses={courses} />
        </>
      )}
    </ProfileContent>
  );
}
