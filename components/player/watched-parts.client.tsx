"use client";

import { useSignedIn } from "@/components/api/session.client";
import { hasDeviceNotes } from "@/lib/notes/storage";
import { hasDevicePlaces } from "@/lib/watching/storage";
import { DeviceQuestion } from "./device-question.client";
import { useCourseBars } from "./use-course-bars.client";

/** On any page: progress bars on course cards, and the question whether to add this device's data to the account. */
export function WatchedParts() {
  useCourseBars();
  const isSignedIn = useSignedIn();
  return isSignedIn && (hasDevicePlaces() || hasDeviceNotes()) ? <DeviceQuestion /> : null;
}
