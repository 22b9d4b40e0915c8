import { signInAsNew } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { asTitle, coursePath } from "./pages.ts";

test("axe finds nothing while signing in and up", async ({ page }) => {
  await page.goto("/auth");
  await expectAccessible(page, "login");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await expectAccessible(page, "login with errors");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await expectAccessible(page, "sign up");
  await page.getByRole("tab", { name: "Login" }).click();
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expectAccessible(page, "forgot password");
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await expectAccessible(page, "signed-out profile");
});

test("axe finds nothing on a signed-in learner's course and profile", async ({
  page,
  baseURL,
  catalogue,
}) => {
  await signInAsNew(page, baseURL!);
  await page.goto("/profile");
  await expect(page.getByText("No learning activity yet")).toBeVisible();
  await expectAccessible(page, "empty profile");
  const course = await catalogue.usualCourse();
  await page.goto(coursePath(course.course_id));
  await page
    .getByRole("button", { name: /^Completed: / })
    .first()
    .click();
  await expect(page.getByText(`1/${course.lecture_count} (`)).toBeVisible();
  await expectAccessible(page, "course in progress");
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: asTitle(course.name) })).toBeVisible();
  await expectAccessible(page, "profile");
});

test("axe finds nothing with the user menu open", { tag: "@long" }, async ({ page, baseURL }) => {
  await signInAsNew(page, baseURL!);
  await page.goto("/planner");
  await page.getByRole("button", { name: /^Account/ }).click();
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeVisible();
  await expectAccessible(page, "user menu");
});

test("visitors can sign in with the keyboard alone", async ({ page }) => {
  await page.goto("/auth");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Login" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Sign Up" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Login" })).toHaveAttribute("aria-selected", "true");
  for (const [label, autocomplete] of [
    ["Email", "username"],
    ["Password", "current-password"],
  ] as const) {
    while (!(await page.getByLabel(label).evaluate((field) => field === document.activeElement)))
      await page.keyboard.press("Tab");
    await expect(page.getByLabel(label)).toHaveAttribute("autocomplete", autocomplete);
  }
});
