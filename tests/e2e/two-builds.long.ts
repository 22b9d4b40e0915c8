import { rm } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { freePort } from "../free-port.ts";
import { password, signInAsAdmin, signInAsNew } from "./accounts.ts";
import { expect } from "./fixtures.ts";
import { answerUploads, fileField, holdUploads, progress } from "./imports.ts";
import { makeNextBuild } from "./next-build.ts";
import { coursePath, lecturePath, searchPath, toast } from "./pages.ts";
import { optionsOf, quizPath, test } from "./quiz-bank.ts";
import { startSecondApp } from "./second-app.ts";

const course = "classical-mechanics";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("what is begun on one build goes on against the next one", async ({ visitor, bank, sql, outside }) => {
  // The test builds the app.
  test.setTimeout(900_000);
  outside.expect(/Failed to load resource/);
  await bank.fill(2);
  const port = await freePort();
  // Checking the answers of a quiz needs the secret key.
  const settings = { SUPABASE_SECRET_KEY: process.env.SUPABASE_SECRET_KEY ?? "" };
  const older = await startSecondApp(settings, undefined, port);
  const { address } = older;
  const tab = () => visitor({ baseURL: address });
  const learner = async (path: string) => {
    const page = await tab();
    await signInAsNew(page, address);
    await page.goto(path);
    return page;
  };

  // A planner with an open dialog, and a planner without one.
  const planner = await tab();
  await planner.goto("/planner");
  await button(planner, "Add Task").click();
  await planner.getByRole("combobox", { name: "Course" }).click();
  await planner.getByRole("option").first().click();
  await planner.getByLabel("Topic").fill("Momentum");
  const newPlanner = await tab();
  await newPlanner.goto("/planner");

  const quiz = await tab();
  await quiz.goto(quizPath);
  await button(quiz, "Start Quiz").click();
  await optionsOf(quiz).first().check({ force: true });
  await expect(quiz.getByText("Correct!")).toBeVisible();
  const newQuiz = await tab();
  await newQuiz.goto(quizPath);

  const first = await tab();
  await first.goto("/auth");
  const email = await signInAsNew(first, address);
  await first.context().clearCookies();
  await first.getByLabel("Email").fill(email);

  const lecture = await learner(lecturePath(course, "1"));
  await expect(button(lecture, "Mark as complete")).toBeVisible();
  const profile = await learner("/profile/account");
  await button(profile, "Add a name").click();
  await profile.getByRole("textbox", { name: "Display name" }).fill("Ada Lovelace");

  const header = await tab();
  await header.goto(coursePath(course));
  await header.getByRole("searchbox").first().fill("linear equations");
  const search = await tab();
  await search.goto(searchPath("linear"));

  const admin = await tab();
  await signInAsAdmin(admin, address, sql);
  await answerUploads(admin);
  await holdUploads(admin);
  await admin.goto("/admin-console/import");
  await fileField(admin).setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a") });
  await expect(button(admin, "Cancel")).toBeVisible();

  const directory = await makeNextBuild();
  await older.stop();
  const newer = await startSecondApp(settings, directory, port);
  try {
    await planner.getByLabel("Date").fill("2030-05-06");
    await planner.getByRole("dialog").getByRole("button", { name: "Add Task" }).click();
    await expect(toast(planner, "Study task added!")).toBeVisible();
    await expect(planner.getByText("Momentum")).toBeVisible();
    await button(newPlanner, "Add Task").click();
    await expect(newPlanner.getByRole("dialog", { name: "Add Task" })).toBeVisible();

    await button(quiz, "Next Question").click();
    await optionsOf(quiz).nth(1).check({ force: true });
    await button(quiz, "View Results").click();
    await expect(quiz.getByText("You scored 2 out of 2")).toBeVisible();
    await button(newQuiz, "Start Quiz").click();
    await expect(newQuiz.getByText("Question 1 of 2")).toBeVisible();

    await first.getByLabel("Password").fill(password);
    await first.keyboard.press("Enter");
    await expect(first.getByRole("button", { name: /^Account/ })).toBeVisible();

    await button(lecture, "Mark as complete").click();
    await expect(toast(lecture, "Lecture marked as complete!")).toBeVisible();
    await button(profile, "Save").click();
    await expect(toast(profile, "Your display name has been saved.")).toBeVisible();

    await header.getByRole("searchbox").first().press("Enter");
    await expect(header).toHaveURL(/search\?q=linear(\+|%20)equations/);
    await expect(header.getByRole("searchbox").first()).toHaveValue("linear equations");
    // Search results of another build cause a full page load, and the visitor types during this load.
    const { promise: isLoading, resolve: load } = Promise.withResolvers<void>();
    const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>();
    await search.route(/\/search\?q=/, async (route) => {
      if (route.request().isNavigationRequest()) {
        load();
        await isTyped;
      }
      await route.fallback();
    });
    const text = search.getByRole("searchbox").first();
    await text.focus();
    await search.keyboard.press("End");
    await search.keyboard.type(" e");
    await isLoading;
    await search.keyboard.type("quations");
    goOn();
    await expect(search).toHaveURL(/search\?q=linear(\+|%20)equations/);
    await expect(text).toHaveValue("linear equations");
    await expect(text).toBeFocused();

    // Leaving an upload needs a confirmation, because the page of the next build is a full page load.
    admin.on("dialog", (dialog) => dialog.dismiss());
    const asked = admin.waitForEvent("dialog");
    await admin.getByRole("link", { name: "Users" }).first().click();
    await asked;
    await expect(progress(admin)).toContainText("Uploading file...");
    await button(admin, "Cancel").click();
    await expect(toast(admin, "Upload cancelled")).toBeVisible();
    await admin.getByRole("link", { name: "Users" }).first().click();
    await expect(admin).toHaveURL("/admin-console/users");
  } finally {
    for (const page of [planner, newPlanner, quiz, newQuiz, first, lecture, profile, header, search, admin])
      await page.goto("about:blank");
    await newer.stop();
    // Otherwise the project's checks would include its files.
    await rm(directory, { recursive: true, force: true });
  }
});
