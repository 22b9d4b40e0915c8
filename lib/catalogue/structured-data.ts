/** JSON-LD of the public pages (schema.org), built only from data of the catalogue. */

import { routes } from "../routes.ts";
import { countOf, splitList } from "./display.ts";
import { deriveCourseLength, isoLength } from "./lengths.ts";
import { thumbnailCandidates } from "./thumbnail-candidates.ts";
import type { Course, Lecture, SubjectPage } from "./types.ts";
import { embedUrl } from "./youtube.ts";

type Crumb = { name: string; path: string };

const context = "https://schema.org";

export function breadcrumbList(siteUrl: string, crumbs: readonly Crumb[]): object {
  return {
    "@context": context,
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  };
}

export function courseCrumbs(course: Course): Crumb[] {
  return [
    { name: "Courses", path: routes.home() },
    ...(course.subject ? [{ name: course.subject, path: routes.subject(course.subject) }] : []),
    { name: course.name, path: routes.course(course.courseId) },
  ];
}

export function courseItemList(siteUrl: string, listing: SubjectPage, pageSize: number): object {
  return {
    "@context": context,
    "@type": "ItemList",
    numberOfItems: listing.courseCount,
    itemListElement: listing.courses.map((course, index) => ({
      "@type": "ListItem",
      position: (listing.page - 1) * pageSize + index + 1,
      name: course.name,
      url: siteUrl + routes.course(course.courseId),
    })),
  };
}

export function courseData(siteUrl: string, course: Course): object {
  const length = deriveCourseLength(course.lectures);
  return {
    "@context": context,
    "@type": "Course",
    name: course.name,
    // Search engines require a description.
    description: course.description ?? `${countOf(course.lectures.length, "video lecture")}: ${course.name}`,
    url: siteUrl + routes.course(course.courseId),
    isAccessibleForFree: true,
    ...(course.institution && { provider: { "@type": "Organization", name: course.institution } }),
    ...(course.subject && { about: course.subject }),
    ...(course.thumbnailId && { image: thumbnailCandidates(course.thumbnailId)[0] }),
    ...(length && length.known === length.total && { timeRequired: isoLength(length.seconds) }),
    offers: { "@type": "Offer", category: "Free", price: 0, priceCurrency: "USD" },
    hasCourseInstance: { "@type": "CourseInstance", courseMode: "Online" },
  };
}

/** Null for a lecture without a video. */
export function videoData(siteUrl: string, course: Course, lecture: Lecture): object | null {
  if (!lecture.videoId) return null;
  const people = splitList(lecture.instructor);
  return {
    "@context": context,
    "@type": "VideoObject",
    name: lecture.name,
    description: course.description ?? `${lecture.name}, a lecture of ${course.name}`,
    thumbnailUrl: thumbnailCandidates(lecture.thumbnailId ?? lecture.videoId)[0],
    embedUrl: embedUrl(lecture.videoId),
    url: siteUrl + routes.lecture(course.courseId, lecture.lectureId),
    isAccessibleForFree: true,
    ...(lecture.seconds !== null && { duration: isoLength(lecture.seconds) }),
    isPartOf: { "@type": "Course", name: course.name, url: siteUrl + routes.course(course.courseId) },
    ...(people.length > 0 && { actor: people.map((name) => ({ "@type": "Person", name })) }),
    ...(lecture.keywords.length > 0 && { keywords: lecture.keywords.join(", ") }),
    ...(lecture.views !== null && {
      interactionStatistic: {
        "@type": "InteractionCounter",
        interactionType: { "@type": "WatchAction" },
        userInteractionCount: lecture.views,
      },
    }),
  };
}
