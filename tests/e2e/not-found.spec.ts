import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { coursePath, lecturePath, notFoundMessage } from "./pages.ts";

/** Opens missing paths, and follows the home link of the last one. */
async function expectNotFound(page: Page, paths: string[], heading: string, link: string) {
  for (const path of paths) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
    await expect(page.getByRole("link", { name: link }), path).toHaveAttribute("href", "/");
    // The page for an unknown route is outside the shared layout.
    await expect(page.getByRole("banner"), path).toHaveCount(heading.startsWith("Oops") ? 0 : 1);
  }
  await page.getByRole("link", { name: link }).click();
  await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
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

test("an unknown lecture of a known course answers 404", async ({ page, request, catalogue }) => {
  const [course] = await catalogue.shuffledCourses("not found", 1);
  const { course_id: courseId, name } = course!;
  for (const lecture of ["999999", "01", "-1", "abc", "1-1", "lecture-1", "__proto__"]) {
    const answer = await request.get(lecturePath(courseId, lecture));
    expect(answer.status(), lecture).toBe(404);
  }
  await page.goto(lecturePath(courseId, "999999"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lecture not found");
  await page.getByRole("link", { name: "Go to the course" }).click();
  await expect(page).toHaveURL(coursePath(courseId));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
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
});
