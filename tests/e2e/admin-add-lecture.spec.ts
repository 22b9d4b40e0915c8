import { password, signInAsAdmin } from "./accounts.ts";
import { test as base, expect } from "./fixtures.ts";
import { lecturePath, shortCourse, toast, toasts } from "./pages.ts";

const test = base.extend<{ email: string }>({
  email: [
    async ({ page, baseURL, sql }, use) => use(await signInAsAdmin(page, baseURL!, sql)),
    { auto: true },
  ],
});

test.describe("add lecture", () => {
  test("administrators are told that a lecture cannot be added yet, and keep what they typed", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/admin-console/add-lecture");
    await expect(page.getByRole("button", { name: /^Account/ })).toBeVisible();
    const typed = {
      "YouTube Link": "not even an address",
      Title: "A title",
      "Source/Institution": "An institution",
      Instructor: "Somebody",
      Description: "Line one\nline two",
    };
    for (const [label, text] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(text);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const [press, message] of [
      [
        () => page.getByRole("button", { name: "Pull Data" }).click(),
        "YouTube data fetching will be implemented soon",
      ],
      [
        () => page.getByRole("button", { name: "Save Draft" }).click(),
        "Lecture creation will be implemented soon",
      ],
      [
        () => page.getByRole("button", { name: "Add to Database" }).click(),
        "Lecture creation will be implemented soon",
      ],
      [
        () => page.getByLabel("YouTube Link").press("Enter"),
        "YouTube data fetching will be implemented soon",
      ],
      [() => page.getByLabel("Title").press("Enter"), "Lecture creation will be implemented soon"],
    ] as const) {
      await press();
      await expect(toast(page, message)).toBeVisible();
      await expect(toast(page, message)).toHaveAttribute("data-type", "info");
      await page.clock.runFor(15_000);
      await expect(toasts(page)).toHaveCount(0);
    }
    // The first toast loads the toast's own code.
    expect(asked.filter((url) => !url.includes("/_next/static/"))).toEqual([]);
    for (const [label, text] of Object.entries(typed))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
    await expect(page).toHaveURL("/admin-console/add-lecture");
    await page.reload();
    for (const [label, text] of Object.entries(typed))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  });

  test("what was typed is there again once an administrator whose session ended has signed in", {
    tag: "@long",
  }, async ({ page, context, outside, email }) => {
    outside.expect(/status of 401/);
    await page.goto("/admin-console/add-lecture");
    await page.getByLabel("Title").fill("A title");
    await page.getByLabel("Description").fill("Line one\nline two");
    const tab = await context.newPage();
    await tab.goto(lecturePath(shortCourse.id, "1"));
    await expect(tab.getByText(/^0\/\d+ \(0%\)$/)).toBeVisible();
    await context.clearCookies({ name: /^lectern-session/ });
    await tab.getByRole("button", { name: "Mark as complete" }).click();

    await expect(page).toHaveURL("/auth?next=%2Fadmin-console%2Fadd-lecture");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/admin-console/add-lecture");
    await expect(page.getByLabel("Title")).toHaveValue("A title");
    await expect(page.getByLabel("Title")).toHaveAccessibleDescription("7 of 250 characters");
    await expect(page.getByLabel("Description")).toHaveValue("Line one\nline two");
    await expect(page.getByLabel("Instructor")).toHaveValue("");
  });

  test("Title takes 250 characters, Description 800, and both say how many are left", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/admin-console/add-lecture");
    for (const [label, limit] of [
      ["Title", 250],
      ["Description", 800],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      const said = field.locator("../..").getByRole("status");
      await expect(field).toHaveAccessibleDescription(`0 of ${limit} characters`);
      await field.fill("x".repeat(limit - 21));
      await expect(field).toHaveAccessibleDescription(`${limit - 21} of ${limit} characters`);
      await expect(said).toHaveText("");
      await field.press("End");
      await field.press("ControlOrMeta+End");
      await field.press("y");
      await expect(said).toHaveText("At most 20 characters left.");
      await field.pressSequentially("z".repeat(25));
      await expect(field).toHaveValue(`${"x".repeat(limit - 21)}y${"z".repeat(20)}`);
      await expect(page.getByText(`${limit} of ${limit} characters`)).toBeVisible();
      await expect(said).toHaveText(`The limit of ${limit} characters is reached.`);

      await page.evaluate((text) => navigator.clipboard.writeText(text), "p".repeat(limit + 3));
      await field.press("ControlOrMeta+a");
      await field.press("ControlOrMeta+v");
      await expect(field).toHaveValue("p".repeat(limit));
      await expect(
        field.locator("../..").getByText("The text was too long: 3 characters at its end were left out."),
      ).toBeVisible();
      await expect(said).toHaveText("Too long: 3 characters left out.");
      await field.press("Backspace");
      await expect(field.locator("../..").getByText("The text was too long")).toHaveCount(0);
      await expect(said).toHaveText("At most 5 characters left.");
    }
  });
});
