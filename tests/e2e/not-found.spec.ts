import { expect, test } from "./fixtures.ts";
import { coursePath, notFoundMessage } from "./pages.ts";

for (const path of [
  "/course/no-such-course",
  "/course/%00",
  "/course/.x%2F..%2Fy",
  "/course/no-such-course/1",
]) {
  test(`an unknown course answers 404: ${path}`, async ({ page, outside }) => {
    outside.expect(notFoundMessage);
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Course not found");
    await page.getByRole("link", { name: "Back to Courses" }).click();
    await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
  });
}

test("an unknown lecture of a known course answers 404", async ({ request, catalogue }) => {
  const [course] = await catalogue.shuffledCourses("not found", 1);
  for (const lecture of ["999999", "01", "-1", "abc", "1-1", "%00", "lecture-1", "__proto__"]) {
    const answer = await request.get(`${coursePath(course!.course_id)}/${lecture}`);
    expect(answer.status(), lecture).toBe(404);
  }
});

for (const path of ["/nothing", "/nothing/at/all", "/courses", "/course", "/course/a/b/c", "/nothing/%00"]) {
  test(`any other path answers 404: ${path}`, async ({ page, outside }) => {
    outside.expect(notFoundMessage);
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
    // Outside the shared layout.
    await expect(page.getByRole("banner")).toHaveCount(0);
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
  });
}
