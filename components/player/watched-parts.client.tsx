"use client";

import { useSignedIn } from "@/components/api/session.client";
import { hasDeviceNotes } from "@/lib/notes/storage";
import { hasDevicePlaces } from "@/lib/watching/storage";
import { DeviceQuestion } from "./device-question.client";
import { useCourseBars } from "./use-course-bars.client";

/** What any page shows of what was watched: bars on the cards of courses, and a question to learners about this device. */
export function WatchedParts() {
  useCourseBars();
  const isSignedIn = useSignedIn();
  return isSignedIn && (hasDevicePlaces() || hasDeviceNotes()) ? <DeviceQuestion /> : null;
}
