import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { coursePath, notFoundMessage } from "./pages.ts";

/** Opens addresses that are not there, and follows the last one's link home. */
async function expectNotFound(page: Page, paths: string[], heading: string, link: string) {
  for (const path of paths) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
    await expect(page.getByRole("link", { name: link }), path).toHaveAttribute("href", "/");
    // What is at no address of the site stands outside the shared layout.
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

test("an unknown lecture of a known course answers 404", async ({ request, catalogue }) => {
  const [course] = await catalogue.shuffledCourses("not found", 1);
  for (const lecture of ["999999", "01", "-1", "abc", "1-1", "lecture-1", "__proto__"]) {
    const answer = await request.get(`${coursePath(course!.course_id)}/${lecture}`);
    expect(answer.status(), lecture).toBe(404);
  }
});

test("any other path answers 404", async ({ page }) => {
  const paths = ["/nothing", "/nothing/at/all", "/courses", "/course", "/course/a/b/c"];
  await expectNotFound(page, paths, "Oops! Page not found", "Return to Home");
});
