"use client";

import { storedRecord } from "@/components/api/stored.client";
import { addWatched, placeOnDevice } from "@/lib/watching/places";
import { rememberContinuing } from "@/lib/watching/reserved-space";
import { DEVICE_PLACES } from "@/lib/watching/storage";
import type { DevicePlace, LectureAbout, Place } from "@/lib/watching/types";

const isDevicePlace = (value: unknown): value is DevicePlace => {
  const place = value as Partial<DevicePlace> | null;
  const numbers = [place?.position, place?.duration, place?.at];
  return numbers.every(Number.isFinite) && Array.isArray(place?.watched) && typeof place?.about === "object";
};

/** What was watched, stored on this device only, by lecture id. */
export const devicePlaces = storedRecord(DEVICE_PLACES, isDevicePlace);

/** Adds to what was watched of a lecture on this device. Returns the lecture's new place. */
export function addToDevice(
  recordId: number,
  about: LectureAbout,
  told: Place & { videoId: string },
): DevicePlace {
  const known = placeOnDevice(devicePlaces.read(), recordId, told.videoId);
  const place = { ...told, about, watched: addWatched(known, told) };
  devicePlaces.set(String(recordId), place);
  rememberContinuing("device", true);
  return place;
}

/** Marks a lecture as watched to its end. */
export function finishOnDevice(recordId: number): void {
  const place = devicePlaces.read()[recordId];
  if (!place) return;
  const { duration } = place;
  const watched = [[0, Math.ceil(duration)]] as const;
  devicePlaces.set(String(recordId), { ...place, watched, position: duration, at: Date.now() });
}

/** Removes a course from the courses to continue, until one of its lectures is played again. */
export function dismissOnDevice(courseId: string): void {
  const places = Object.entries(devicePlaces.read()).filter(([, place]) => place.about.courseId === courseId);
  devicePlaces.setAll(Object.fromEntries(places.map(([id, place]) => [id, { ...place, isDismissed: true }])));
}
