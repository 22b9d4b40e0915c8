import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { Catalogue } from "./catalogue.ts";

/** A name as a title: hyphens become spaces. */
export const asTitle = (name: string) => name.replaceAll("-", " ").replace(/\s+/g, " ").trim();

export const coursePath = (courseId: string) => `/course/${encodeURIComponent(courseId)}`;
export const lecturePath = (courseId: string, lectureId: string) =>
  `${coursePath(courseId)}/${encodeURIComponent(lectureId)}`;
export const subjectPath = (subject: string) => `/courses/${encodeURIComponent(subject)}`;
export const searchPath = (query: string) => `/search?q=${encodeURIComponent(query)}`;

/** A course with a small page: the page of a course of 211 lectures takes the browser many times as long. */
export const shortCourse = {
  id: "physics-work-and-energy",
  name: "Physics: Work and energy",
  first: "Introduction to work and energy",
  second: "Work and energy (part 2)",
  lectures: 10,
};

/** The text of each element, with white space collapsed as in a browser. */
export async function texts(locator: Locator): Promise<string[]> {
  return (await locator.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
}

export const collapse = (text: string) => text.replace(/\s+/g, " ").trim();

/** The paths of the scripts and stylesheets that a page's HTML names. */
export async function filesOf(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text();
  const pathsBy = (tag: RegExp) => [...html.matchAll(tag)].map(([, path]) => path!);
  return {
    scripts: pathsBy(/<script[^>]* src="([^"]+)"/g),
    styles: pathsBy(/<link rel="stylesheet" href="([^"]+)"/g),
  };
}

/** The `href` of each link. */
export function hrefs(links: Locator): Promise<(string | null)[]> {
  return links.evaluateAll((elements) => elements.map((element) => element.getAttribute("href")));
}

export const playlist = (page: Page) => page.getByRole("complementary", { name: "Course Playlists" });
export const poster = (page: Page) => page.frameLocator("iframe");

/** Lets a page move, as most visitors see it; elsewhere it has no transitions (see `playwright.config.ts`). */
export const allowMotion = (page: Page) => page.emulateMedia({ reducedMotion: "no-preference" });

/** One path of each kind of page, for checks that apply to all of them. `status` is the expected status. */
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

/** The message in Chromium's console for a page that answered 404. */
export const notFoundMessage = /status of 404/;

/** Holds requests for a URL. Returns a function that releases them. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** All visible toasts, including plain ones, which are shown while the toast library has not loaded. */
export const toasts = (page: Page) => page.locator("[data-sonner-toast], [data-plain-toast]");

/** The toast with this text. */
export const toast = (page: Page, text: string) => toasts(page).filter({ hasText: text });
