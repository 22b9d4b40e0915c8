import type { RequestListener } from "node:http";
import type { Page } from "@playwright/test";
import { forward } from "../forward.ts";
import { startLoopbackServer } from "../loopback-server.ts";
import { signInAsAdmin, signInAsNew } from "./accounts.ts";
import { expect } from "./fixtures.ts";
import { answerUploads, fileField, importPage, progress } from "./imports.ts";
import { field } from "./notes-panel.ts";
import { coursePath, lecturePath, shortCourse, toast } from "./pages.ts";
import { test as bankTest, quizPath } from "./quiz-bank.ts";

const course = shortCourse.id;
const unreachable = "The server could not be reached. Please try again.";

const test = bankTest.extend<{ withoutNetwork: (work: () => Promise<void>) => Promise<void> }>({
  /** Runs a callback while the page has no network. */
  withoutNetwork: async ({ context, outside }, use) => {
    outside.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load|ChunkLoadError/);
    await use(async (work) => {
      await context.setOffline(true);
      await work();
      await context.setOffline(false);
    });
  },
});

test.use({ hasNewContexts: true });

/** Expects a message, however it is displayed. */
const told = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test("without a network a visitor stays on the page and is told", async ({ page, withoutNetwork }) => {
  await page.goto(coursePath(course));
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  await withoutNetwork(async () => {
    await page.locator("button[data-note]").click();
    await told(page, unreachable);
    await page.getByRole("button", { name: "Add to Favorites" }).click();
    await told(page, "Favorites are coming soon");
    await page.locator("main a[href^='/courses/']").first().click();
    await told(page, unreachable);
    await page.getByRole("searchbox").first().fill("algebra");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading!);
  });
  // The note that was asked for begins, and takes the focus from nothing else.
  await expect(field(page)).toBeVisible();
  await expect(page.getByRole("searchbox").first()).toBeFocused();
  await page.locator("main a[href^='/courses/']").first().click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(heading!);
});

test("without a network a tick is taken back, and goes in afterwards", { tag: "@long" }, async ({
  page,
  baseURL,
  withoutNetwork,
}) => {
  await signInAsNew(page, baseURL!);
  await page.goto(lecturePath(course, "1"));
  const tick = page.locator("button[aria-pressed]", { hasText: "Mark as complete" });
  await expect(tick).toBeEnabled();
  await withoutNetwork(async () => {
    await tick.click();
    await told(page, "Failed to update progress");
    await expect(tick).toBeVisible();
  });
  await tick.click();
  await expect(toast(page, "Lecture marked as complete!")).toBeVisible();
});

test("without a network what was typed to sign in stays", { tag: "@long" }, async ({
  page,
  withoutNetwork,
}) => {
  await page.goto("/auth");
  await page.getByLabel("Email").fill("learner@example.com");
  await withoutNetwork(async () => {
    await page.getByLabel("Password").fill("a good password");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await told(page, unreachable);
    await expect(page.getByLabel("Email")).toHaveValue("learner@example.com");
    await expect(page.getByLabel("Password")).toHaveValue("a good password");
  });
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(toast(page, "Invalid login credentials")).toBeVisible();
});

test("without a network the planner's tasks stay, and the dialog opens afterwards", { tag: "@long" }, async ({
  page,
  withoutNetwork,
}) => {
  await page.goto("/planner");
  const add = page.getByRole("button", { name: "Add Task" });
  const tasks = page.getByRole("region", { name: "Upcoming" }).getByRole("listitem");
  await expect(tasks).toHaveCount(2);
  await withoutNetwork(async () => {
    await add.dispatchEvent("click");
    await told(page, unreachable);
    await expect(tasks).toHaveCount(2);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await add.click();
  await expect(page.getByRole("dialog", { name: "Add Task" })).toBeVisible();
});

test("without a network a quiz keeps its answers, and ends with its result", { tag: "@long" }, async ({
  page,
  bank,
  withoutNetwork,
}) => {
  await bank.fill(2);
  await page.goto(quizPath);
  await withoutNetwork(async () => {
    await page.getByRole("button", { name: "Start Quiz" }).dispatchEvent("click");
    await told(page, unreachable);
    await expect(page.getByRole("button", { name: "Start Quiz" })).toBeVisible();
  });
  await page.getByRole("button", { name: "Start Quiz" }).click();
  for (const button of ["Next Question", "View Results"]) {
    await withoutNetwork(async () => {
      await page.getByRole("radio", { name: /^[A-D] right$/ }).click();
      await expect(page.getByText("Your answer could not be checked. Please choose again.")).toBeVisible();
    });
    await page.getByRole("radio", { name: /^[A-D] right$/ }).click();
    await expect(page.getByText("Correct!")).toBeVisible();
    await withoutNetwork(() => page.getByRole("button", { name: button }).click());
  }
  await expect(page.getByText("You scored 2 out of 2")).toBeVisible();
});

test("without a network a new display name stays in its field, and is saved afterwards", {
  tag: "@long",
}, async ({ page, baseURL, withoutNetwork }) => {
  await signInAsNew(page, baseURL!);
  await page.goto("/profile/account");
  await page.getByRole("button", { name: "Add a name" }).click();
  const name = page.getByRole("textbox", { name: "Display name" });
  await withoutNetwork(async () => {
    await name.fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save" }).click();
    await told(page, unreachable);
    await page.getByRole("link", { name: "Learning", exact: true }).click();
    await expect(name).toHaveValue("Ada Lovelace");
  });
  await page.getByRole("button", { name: "Save" }).click();
  await told(page, "Your display name has been saved.");
});

test("without a network an import keeps its file, which goes up afterwards", { tag: "@long" }, async ({
  page,
  baseURL,
  sql,
  withoutNetwork,
}) => {
  await signInAsAdmin(page, baseURL!, sql);
  await answerUploads(page);
  await page.unroute("**/api/imports/upload-address");
  await page.goto(importPage);
  await withoutNetwork(async () => {
    await fileField(page).setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") });
    await told(page, `Upload failed: ${unreachable}`);
    await page.getByRole("link", { name: "Users" }).first().click();
    await told(page, unreachable);
    await expect(page).toHaveURL(importPage);
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(progress(page)).toContainText("Processing: 0 of 134,000 rows (0 inserted)");
});

test("a server that is away takes no page away, and is found again", { tag: "@long" }, async ({
  visitor,
  baseURL,
  outside,
}) => {
  outside.expect(/ERR_CONNECTION_REFUSED/);
  const passOn: RequestListener = (request, response) =>
    forward(new URL(request.url ?? "/", baseURL), request, response);
  const before = await startLoopbackServer(passOn);
  const page = await visitor({ baseURL: before.url });
  await page.clock.install();
  await page.goto(coursePath(course));
  await page.getByRole("searchbox").first().fill("half a th");
  const link = page.locator("main a[href^='/courses/']").first();
  await before.stop();
  for (const go of [() => link.click(), () => page.getByRole("searchbox").first().press("Enter")]) {
    await go();
    await told(page, unreachable);
    await expect(page).toHaveURL(coursePath(course));
    await expect(page.getByRole("searchbox").first()).toHaveValue("half a th");
    await expect(page.locator("iframe")).toBeVisible();
    await page.clock.fastForward(5000);
  }
  const after = await startLoopbackServer(passOn, { port: Number(new URL(before.url).port) });
  await link.click();
  await expect(page).toHaveURL(/\/courses\//);
  await page.goto("about:blank");
  await after.stop();
});
