import { notFound } from "next/navigation";
import { cache } from "react";
import { getCourse } from "@/lib/catalogue/queries.server";
import { decodeSegment } from "@/lib/routes";

/** The course an address asks for, by slug or by name; an unknown one is a 404. Read once a request. */
export const findCourse = cache(async (segment: string) => {
  const courseId = decodeSegment(segment);
  const course = courseId === null ? null : await getCourse(courseId);
  return course ?? notFound();
});
