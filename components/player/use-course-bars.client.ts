"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { usePersonalKey, useSignedIn } from "@/components/api/session.client";
import { countOf } from "@/lib/catalogue/display";
import type { LearningCourse } from "@/lib/progress/types";
import { routes } from "@/lib/routes";
import { coursesOnDevice } from "@/lib/watching/continue";
import { devicePlaces } from "./device-places.client";
import { useSeenRules } from "./use-seen-rules.client";

/** Shows on the cards of courses how much of each was completed; for visitors, what they watched on this device. */
export function useCourseBars(): void {
  const isSignedIn = useSignedIn();
  const pathname = usePathname();
  const { data, mutate } = useSWR<{ courses: LearningCourse[] }>(usePersonalKey("/api/learning"), load, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may show what has changed since
  useEffect(() => void mutate(), [pathname]);
  const courses = isSignedIn ? (data?.courses ?? []) : coursesOnDevice(devicePlaces.read());
  useSeenRules(
    courses.map(({ courseId, completedCount, lectureCount }) => ({
      selector: `article:has(.card-link[href="${CSS.escape(routes.course(courseId))}"])>.thumbnail`,
      share: completedCount / lectureCount,
      text: `${completedCount} of ${countOf(lectureCount, "lecture")} completed`,
    })),
  );
}
