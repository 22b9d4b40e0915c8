"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import useSWR from "swr";
import { load } from "@/components/api/calls.client";
import { usePersonalKey, useSignedIn } from "@/components/api/session.client";
import { countOf } from "@/lib/catalogue/display";
import type { LearningCourse } from "@/lib/progress/types";
import { routes } from "@/lib/routes";
import { coursesOnDevice } from "@/lib/watching/continue";
import { devicePlaces } from "./device-places.client";
import { useSeenRules } from "./use-seen-rules.client";

/** These pages show no course cards, or load themselves what was completed. */
const WITHOUT_CARDS = /^\/(profile|planner|tests|notes|auth)\b/;

/** Shows on the cards of courses how much of each was completed; for visitors, what they watched on this device. */
export function useCourseBars(): void {
  const isSignedIn = useSignedIn();
  const pathname = usePathname();
  const key = usePersonalKey("/api/learning");
  const { data, mutate } = useSWR<{ courses: LearningCourse[] }>(
    WITHOUT_CARDS.test(pathname) ? null : key,
    load,
    { shouldRetryOnError: false, revalidateOnFocus: false },
  );
  const shownOn = useRef(pathname);
  useEffect(() => {
    // The previous page may have changed the learner's progress.
    if (shownOn.current !== pathname) void mutate();
    shownOn.current = pathname;
  }, [pathname, mutate]);
  const courses = isSignedIn ? (data?.courses ?? []) : coursesOnDevice(devicePlaces.read());
  useSeenRules(
    courses.map(({ courseId, completedCount, lectureCount }) => ({
      selector: `article:has(.card-link[href="${CSS.escape(routes.course(courseId))}"])>.thumbnail`,
      share: completedCount / lectureCount,
      text: `${completedCount} of ${countOf(lectureCount, "lecture")} completed`,
    })),
  );
}
