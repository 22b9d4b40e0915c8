import type { Locator, Page } from "@playwright/test";
import type { Catalogue } from "./catalogue.ts";

/** A name as a title: hyphens as spaces. */
export const asTitle = (name: string) => name.replaceAll("-", " ").replace(/\s+/g, " ").trim();

export const coursePath = (courseId: string) => `/course/${encodeURIComponent(courseId)}`;
export const lecturePath = (courseId: string, lectureId: string) =>
  `${coursePath(courseId)}/${encodeURIComponent(lectureId)}`;
export const subjectPath = (subject: string) => `/courses/${encodeURIComponent(subject)}`;
export const searchPath = (query: string) => `/search?q=${encodeURIComponent(query)}`;

/** A course whose page is light: what a browser does on that of a course of 211 lectures costs it many times as much. */
export const shortCourse = {
  id: "physics-work-and-energy",
  name: "Physics: Work and energy",
  first: "Introduction to work and energy",
  second: "Work and energy (part 2)",
  lectures: 10,
};

/** Text of each element, white space collapsed as a browser shows it. */
export async function texts(locator: Locator): Promise<string[]> {
  return (await locator.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
}

export const collapse = (text: string) => text.replace(/\s+/g, " ").trim();

/** Where each of the links leads. */
export function hrefs(links: Locator): Promise<(string | null)[]> {
  return links.evaluateAll((elements) => elements.map((element) => element.getAttribute("href")));
}

export const playlist = (page: Page) => page.getByRole("complementary", { name: "Course Playlists" });
export const poster = (page: Page) => page.frameLocator("iframe");

/** One address of each kind of page, for what holds on all of them. `status` is what they answer. */
export async function listPages(catalogue: Catalogue) {
  const course = await catalogue.usualCourse();
  const lecture = (await catalogue.lectures(course.name))[2];
  return {
    home: { path: "/", status: 200 },
    "all subjects": { path: "/subjects", status: 200 },
    subject: { path: subjectPath(course.subject), status: 200 },
    course: { path: coursePath(course.course_id), status: 200 },
    lecture: { path: lecturePath(course.course_id, lecture!.lecture_id), status: 200 },
    "search, start": { path: "/search", status: 200 },
    "search, results": { path: searchPath("linear equations"), status: 200 },
    "search, none found": { path: searchPath("zzzqqqxx"), status: 200 },
    "unknown subject": { path: "/courses/No-such-subject", status: 404 },
    "unknown course": { path: "/course/no-such-course", status: 404 },
    "unknown path": { path: "/no-such-page", status: 404 },
  };
}

export const pageKinds = [
  "home",
  "all subjects",
  "subject",
  "course",
  "lecture",
  "search, start",
  "search, results",
  "search, none found",
  "unknown subject",
  "unknown course",
  "unknown path",
] as const;
export type PageKind = (typeof pageKinds)[number];

/** The console line of Chromium about a page that answered 404. */
export const notFoundMessage = /status of 404/;

/** Has requests for a URL wait. Returns what lets them go on. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** All toasts that are there; one that does not wait for the library, as on a slow network, is shown plainly. */
export const toasts = (page: Page) => page.locator("[data-sonner-toast], [data-plain-toast]");

/** A toast that says so. */
export const toast = (page: Page, text: string) => toasts(page).filter({ hasText: text });
