"use client";

import { DeviceQuestion } from "./device-question.client";
import { useCourseBars } from "./use-course-bars.client";

/** What any page shows of what was watched: bars on the cards of courses, and the question about this device where it `asks`. */
export function WatchedParts({ asks }: { asks: boolean }) {
  useCourseBars();
  return asks ? <DeviceQuestion /> : null;
}
