import { isFinished } from "./times.ts";
import type { ContinueCourse, DevicePlace, Place } from "./types.ts";

/** The route that returns the lectures to continue. */
export const CONTINUE_PATH = "/api/continue";

type Places = Readonly<Record<string, DevicePlace>>;

/** The courses in progress on a visitor's device, the latest first, like `continue_watching` in the database. */
export function continueOnDevice(places: Places, limit: number): ContinueCourse[] {
  const latest = Object.entries(places)
    .filter(([, { isDismissed }]) => !isDismissed)
    .sort(([, a], [, b]) => b.at - a.at);
  const courses = new Map<string, ContinueCourse>();
  for (const [id, { about }] of latest) {
    const lecture = courses.has(about.courseId) ? null : findUnfinished(places, Number(id));
    if (!lecture || courses.size === limit) continue;
    courses.set(about.courseId, {
      courseId: about.courseId,
      name: about.courseName,
      institution: about.institution,
      thumbnailId: lecture.thumbnailId,
      lectureCount: about.lectureCount,
      lecture,
    });
  }
  return [...courses.values()];
}

/** This lecture if it is not finished, otherwise the first later one that is not; null if none is known. */
function findUnfinished(places: Places, recordId: number): ContinueCourse["lecture"] | null {
  const first = places[recordId]?.about;
  if (!first) return null;
  let lecture = { id: recordId, ...first };
  for (let { nth } = first; nth <= first.lectureCount; nth++) {
    const { id, lectureId, name, thumbnailId } = lecture;
    const place = places[id];
    if (!place || !isFinished(place)) return { id, lectureId, name, thumbnailId, nth, place: place ?? null };
    if (!place.about.next) return null;
    lecture = { ...first, ...place.about.next };
  }
  return null;
}

type CourseCount = { courseId: string; completedCount: number; lectureCount: number };

/** The number of finished lectures in each course that has places on a visitor's device. */
export function coursesOnDevice(places: Places): CourseCount[] {
  const courses = new Map<string, CourseCount>();
  for (const place of Object.values(places)) {
    const { courseId, lectureCount } = place.about;
    const known = courses.get(courseId)?.completedCount ?? 0;
    courses.set(courseId, { courseId, lectureCount, completedCount: known + Number(isFinished(place)) });
  }
  return [...courses.values()];
}

/** How much of a lecture was watched, from 0 to 1; 1 if it is finished. */
export const shareSeen = (place: Place) => (isFinished(place) ? 1 : shareBefore(place));

/** The share of a lecture before the saved position, from 0 to 1. */
export function shareBefore(place: ContinueCourse["lecture"]["place"]): number {
  return place ? Math.min(1, place.position / place.duration) : 0;
}
