"use client";

import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { usePersonalKey } from "@/components/api/session.client";
import { useViewer } from "@/components/auth/use-viewer.client";
import { buttonClasses } from "@/components/ui/button";
import type { LearningCourse } from "@/lib/progress/types";
import { LearningStatsCard } from "./learning-stats";
import { MyLearning } from "./my-learning.client";
import { ProfileHeader } from "./profile-header";
import { ProfileSkeleton } from "./profile-skeleton";

export function SignedInProfile() {
  const viewer = useViewer();
  const { data, error, mutate } = useSWR<{ courses: LearningCourse[] }>(
    usePersonalKey("/api/learning"),
    load,
    {
      shouldRetryOnError: false,
    },
  );
  if (error && !data) {
    return (
      <section role="alert" className="shell py-24 text-center">
        <h1 className="font-serif text-2xl font-semibold">Your profile could not be loaded</h1>
        <button type="button" onClick={() => void mutate()} className={buttonClasses("solid", "mt-6")}>
          Try again
        </button>
      </section>
    );
  }
  if (!viewer || !data) return <ProfileSkeleton />;
  return (
    <div className="shell flex flex-col gap-8 py-8">
      <ProfileHeader viewer={viewer} />
      <LearningStatsCard courses={data.courses} />
      <MyLearning courses={data.courses} />
    </div>
  );
}
