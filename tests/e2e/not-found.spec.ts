import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { coursePath, lecturePath, notFoundMessage } from "./pages.ts";

/** Expects missing paths to answer so, and opens the first of them. */
async function expectNotFound(page: Page, paths: string[], heading: string, link: string) {
  for (const path of paths) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(await answer.text(), path).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
  }
  await page.goto(paths[0]!);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect(page.getByRole("link", { name: link })).toHaveAttribute("href", "/");
  // The page for an unknown route is outside the shared layout.
  await expect(page.getByRole("banner")).toHaveCount(heading.startsWith("Oops") ? 0 : 1);
}

test.beforeEach(({ outside }) => outside.expect(notFoundMessage));

test("an unknown course answers 404", async ({ page }) => {
  const paths = ["/course/no-such-course", "/course/.x%2F..%2Fy", "/course/no-such-course/1"];
  await expectNotFound(page, paths, "Course not found", "Back to Courses");
});

test("an unknown subject answers 404", async ({ page }) => {
  const paths = ["/courses/No%20such%20subject", "/courses/physics"];
  await expectNotFound(page, paths, "No courses found in this category.", "Back to home");
});

test("an unknown lecture of a known course answers 404", async ({ request, catalogue }) => {
  const [course] = await catalogue.shuffledCourses("not found", 1);
  for (const lecture of ["999999", "01", "-1", "abc", "1-1", "lecture-1", "__proto__"]) {
    const answer = await request.get(lecturePath(course!.course_id, lecture));
    expect(answer.status(), lecture).toBe(404);
  }
});

test("visitors who follow a link to what is gone are told so, and come back", async ({ page, catalogue }) => {
  const navigations: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && navigations.push(request.url()));
  const course = await catalogue.usualCourse();
  await page.goto(coursePath(course.course_id));
  await page.getByRole("heading", { level: 1 }).evaluate((title) => {
    title.innerHTML = '<a href="/course/no-such-course">Gone</a>';
  });
  await page.getByRole("link", { name: "Gone" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Course not found");
  await expect(page).toHaveURL("/course/no-such-course");
  await expect(page).toHaveTitle("Course not found | Lectern");
  expect(navigations.filter((url) => url.includes("no-such-course"))).toEqual([]);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course.name);
});

test("any other path answers 404", async ({ page }) => {
  const paths = ["/nothing", "/nothing/at/all", "/courses", "/course", "/course/a/b/c"];
  await expectNotFound(page, paths, "Oops! Page not found", "Return to Home");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
});
