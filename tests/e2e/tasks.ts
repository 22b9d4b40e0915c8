import { expect, type Page } from "@playwright/test";
import { jobWith } from "../sample-import-job.ts";
import { newEmail, password } from "./accounts.ts";
import { type Fault, sayings } from "./faults.ts";
import { fileField, importPage } from "./imports.ts";
import { coursePath, lecturePath, searchPath, shortCourse, toast } from "./pages.ts";
import { optionsOf, quizPath, startQuiz } from "./quiz-bank.ts";
import {
  always,
  button,
  chooseFile,
  form,
  hasTyped,
  heading,
  openAccount,
  openConsole,
  reading,
  signIn,
  type Task,
  tryAgain,
  type,
  upload,
  uploadRegion,
} from "./task.ts";

const course = shortCourse.id;
const subjectLink = (page: Page) => page.locator("main a[href^='/courses/']").first();
const dashboardLink = (page: Page) => page.locator("a[href='/admin-console']").first();
const pageSays = (fault: Fault) =>
  fault === "500" || fault === "429"
    ? "The server cannot answer at the moment. Please try again."
    : sayings[fault];

export const tasks: Task[] = [
  {
    name: "tick",
    fault: "cut",
    call: ["PUT", /\/api\/progress$/],
    prepare: async (world) => {
      await signIn(world);
      await world.page.goto(lecturePath(course, "1"));
      await expect(world.page.getByText(/^0\/\d+ \(0%\)$/)).toBeVisible();
    },
    next: (page) => button(page, "Mark as complete"),
    keeps: (page) => expect(page).toHaveURL(lecturePath(course, "1")),
    // The session itself goes on.
    says: always("Failed to update progress"),
    works: (page) => expect(toast(page, "Lecture marked as complete!")).toBeVisible(),
  },
  form({
    name: "sign in",
    fault: "401",
    call: ["POST", /\/api\/auth\/sign-in$/],
    open: ({ page }) => page.goto("/auth"),
    values: () => ({ Email: "nobody@example.com", Password: password }),
    submit: "Login",
    works: (page) => expect(toast(page, "Invalid login credentials")).toBeVisible(),
  }),
  form({
    name: "sign up",
    call: ["POST", /\/api\/auth\/sign-up$/],
    open: async ({ page }) => {
      await page.goto("/auth");
      await page.getByRole("tab", { name: "Sign Up" }).click();
    },
    values: () => ({ "Display name (optional)": "Ada", Email: newEmail(), Password: password }),
    submit: "Sign Up",
    works: (page) => expect(toast(page, "Account created successfully!")).toBeVisible(),
  }),
  form({
    name: "password recovery",
    call: ["POST", /\/api\/auth\/recover$/],
    open: async ({ page }) => {
      await page.goto("/auth");
      await button(page, "Forgot password?").click();
    },
    values: () => ({ Email: "nobody@example.com" }),
    submit: "Send link",
    works: (page) => expect(toast(page, "If there is an account with this email")).toBeVisible(),
  }),
  reading({
    name: "progress of a course",
    call: ["GET", /\/api\/progress\?/],
    path: coursePath(course),
    keeps: (page) => expect(page.locator("iframe")).toBeVisible(),
    says: always("Your progress could not be loaded."),
    works: (page) => expect(page.getByText(/^0\/\d+ \(0%\)$/)).toBeVisible(),
  }),
  {
    name: "courses for a planner's task",
    call: ["GET", /\/api\/courses$/],
    prepare: ({ page }) => page.goto("/planner"),
    act: async (page) => {
      await button(page, "Add Task").click();
      await type(page, { Topic: "Momentum", Date: "2030-05-06" });
    },
    next: tryAgain,
    keeps: (page) => hasTyped(page, { Topic: "Momentum", Date: "2030-05-06" }),
    says: always("The courses could not be loaded."),
    works: async (page) => {
      // The field moves up when the message above it goes.
      await expect(tryAgain(page)).toHaveCount(0);
      await page.getByRole("combobox", { name: "Course" }).click();
      await page.getByRole("option").first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Add Task" }).click();
      await expect(toast(page, "Study task added!")).toBeVisible();
    },
  },
  {
    name: "quiz answer",
    fault: "silence",
    call: ["POST", /\/api\/quiz\/answer$/],
    prepare: ({ page }) => startQuiz(page),
    next: (page) => page.getByRole("group").locator("label").first(),
    keeps: (page) => expect(optionsOf(page).first()).toBeEnabled(),
    says: always("Your answer could not be checked. Please choose again."),
    works: (page) => expect(page.getByText("Correct!")).toBeVisible(),
  },
  // Both request the user again by themselves.
  {
    ...reading({
      name: "account menu",
      call: ["GET", /\/api\/viewer$/],
      path: quizPath,
      says: () => null,
      works: (page) => expect(page.getByRole("button", { name: /^Account of learner-/ })).toBeVisible(),
    }),
    again: (page) => page.reload(),
  },
  {
    ...reading({
      name: "profile, user",
      call: ["GET", /\/api\/viewer$/],
      path: "/profile",
      says: () => null,
      works: (page) => expect(page.getByText("No learning activity yet")).toBeVisible(),
    }),
    again: (page) => page.reload(),
  },
  reading({
    name: "profile, courses",
    call: ["GET", /\/api\/learning$/],
    path: "/profile",
    says: always("Your profile could not be loaded"),
    works: (page) => expect(page.getByText("No learning activity yet")).toBeVisible(),
  }),
  reading({
    name: "account",
    call: ["GET", /\/api\/auth\/account$/],
    path: "/profile/account",
    says: always("Your profile could not be loaded"),
    works: (page) => heading(page, "Sessions"),
  }),
  form({
    name: "display name",
    fault: "429",
    call: ["POST", /\/api\/auth\/name$/],
    open: openAccount("Add a name"),
    values: () => ({ "Display name": "Ada Lovelace" }),
    submit: "Save",
    works: (page) => expect(toast(page, "Your display name has been saved.")).toBeVisible(),
  }),
  form({
    name: "change of e-mail",
    call: ["POST", /\/api\/auth\/email$/],
    open: openAccount("Change email"),
    values: () => ({ "New email": newEmail(), "Current password": password }),
    submit: "Send link",
    works: (page) => heading(page, "Check your inbox"),
  }),
  form({
    name: "change of password",
    call: ["POST", /\/api\/auth\/password$/],
    open: openAccount("Change password"),
    values: () => ({ "Current password": password, "New password": "four quiet green words" }),
    submit: "Set new password",
    works: (page) => expect(toast(page, "Your password has been changed.")).toBeVisible(),
  }),
  {
    name: "end of a session",
    call: ["DELETE", /\/api\/auth\/sessions\//],
    prepare: async (world) => {
      const email = await signIn(world);
      await world.sql`insert into auth.sessions (id, user_id, created_at)
        select gen_random_uuid(), id, now() from auth.users where email = ${email}`;
      await world.page.goto("/profile/account");
    },
    next: (page) => button(page, "Sign out Unknown device"),
    keeps: async () => {},
    says: (fault) => sayings[fault],
    works: (page) => expect(toast(page, "That device is signed out.")).toBeVisible(),
  },
  {
    name: "sign out",
    call: ["POST", /\/api\/auth\/sign-out$/],
    prepare: async (world) => {
      await signIn(world);
      await world.page.goto("/profile/account");
    },
    next: (page) => button(page, "Sign out everywhere"),
    keeps: (page) => heading(page, "Sessions"),
    says: always("Failed to sign out"),
    works: (page) => expect(toast(page, "Signed out successfully")).toBeVisible(),
  },
  upload({ name: "import, address", call: ["POST", /\/upload-address$/] }),
  upload({
    name: "import, upload",
    call: ["PATCH", /\/api\/imports\/upload\//],
    next: uploadRegion,
    again: async (page) => {
      if (await tryAgain(page).isVisible()) return tryAgain(page).click();
      // A stalled upload can be cancelled; the other button of this name would cancel the import of one that went on.
      if (await page.getByText("The upload goes on once it does").first().isVisible())
        await uploadRegion(page).getByRole("button", { name: "Cancel" }).click();
      else await page.reload();
      await chooseFile(page);
    },
    says: (fault) => {
      if (fault === "401") return `Upload failed: ${sayings[fault]}`;
      return fault === "silence"
        ? "The server does not answer at the moment. The upload goes on once it does; or cancel it and try again."
        : null;
    },
  }),
  upload({
    name: "import, what has arrived",
    call: ["HEAD", /\/api\/imports\/upload\//],
    again: async (page) => {
      if (await tryAgain(page).isVisible()) return tryAgain(page).click();
      await page.reload();
      await chooseFile(page);
    },
    says: (fault) => (fault === "401" ? `Upload failed: ${sayings[fault]}` : null),
  }),
  upload({ name: "import, job", call: ["POST", /\/api\/imports$/] }),
  upload({
    name: "import, start",
    call: ["POST", /\/api\/process-csv-import$/],
    again: async (page) => {
      await page.reload();
      await chooseFile(page);
    },
    says: (fault) => (fault === "401" ? `Upload failed: ${sayings[fault]}` : null),
  }),
  upload({
    name: "import, progress",
    call: ["GET", new RegExp(`/api/imports/${jobWith().id}$`)],
    next: uploadRegion,
    again: async (page) => {
      if (await fileField(page).count()) await chooseFile(page);
    },
    says: (fault) => {
      if (fault === "401") return "You are signed out. The import goes on without you.";
      return fault === "silence"
        ? "The server does not answer at the moment. This page keeps asking; nothing is lost."
        : null;
    },
  }),
  {
    name: "preset file",
    call: ["GET", /\/data\/.*\.csv$/],
    prepare: openConsole(importPage),
    next: (page) => button(page, "Import Master Lectern-5"),
    keeps: async () => {},
    says: (fault) => {
      const texts = { "500": "Internal Server Error", "401": "Unauthorized", "429": "Too Many Requests" };
      return `Failed to fetch CSV: ${fault in texts ? texts[fault as keyof typeof texts] : sayings[fault]}`;
    },
    works: (page) => expect(toast(page, "Successfully imported")).toBeVisible(),
  },
  {
    name: "link",
    fault: "500",
    isNavigation: true,
    call: ["GET", /\/courses\/[^?]*\?_rsc/],
    prepare: async ({ page }) => {
      await page.goto(coursePath(course));
      for (const box of await page.getByRole("searchbox").all()) await box.fill("half a th");
    },
    act: (page) => subjectLink(page).dispatchEvent("click"),
    next: subjectLink,
    again: (page) => subjectLink(page).dispatchEvent("click"),
    keeps: async (page) => {
      await expect(page.locator("iframe")).toBeVisible();
      // The header on a phone has no search box.
      for (const box of await page.getByRole("searchbox").all()) await expect(box).toHaveValue("half a th");
    },
    says: pageSays,
    works: (page) => expect(page).toHaveURL(/\/courses\//),
  },
  {
    name: "search",
    fault: "429",
    isNavigation: true,
    call: ["GET", /\/search\?q=.*_rsc/],
    prepare: async ({ page }) => {
      await page.goto(searchPath("linear"));
      await expect(page.getByRole("searchbox").first()).toHaveValue("linear");
    },
    act: (page) =>
      page
        .getByRole("main")
        .getByRole("searchbox")
        .or(page.getByRole("searchbox"))
        .first()
        .fill("linear equations"),
    next: (page) => page.getByRole("searchbox").first(),
    again: (page) => page.getByRole("searchbox").first().press("Enter"),
    keeps: async (page) => {
      await expect(page.getByRole("searchbox").first()).toHaveValue("linear equations");
      await heading(page, "Search results for: linear");
    },
    says: pageSays,
    works: (page) => expect(page).toHaveURL(/\/search\?q=linear(\+|%20)equations/),
  },
  {
    name: "list of the console",
    isNavigation: true,
    call: ["GET", /\/admin-console\/lectures\?.*_rsc/],
    prepare: async (world) => {
      await openConsole("/admin-console/lectures")(world);
      await type(world.page, { "Filter by course": "mechanics" });
    },
    next: (page) => button(page, "Filter"),
    keeps: async (page) => {
      await expect(page.getByRole("table")).toBeVisible();
      await hasTyped(page, { "Filter by course": "mechanics" });
    },
    says: pageSays,
    works: (page) => expect(page).toHaveURL("/admin-console/lectures?q=mechanics"),
  },
  {
    name: "page of the console",
    isNavigation: true,
    call: ["GET", /\/admin-console\?_rsc/],
    prepare: async (world) => {
      await openConsole("/admin-console/add-lecture")(world);
      await type(world.page, { Title: "Half a title" });
    },
    act: (page) => dashboardLink(page).dispatchEvent("click"),
    next: (page) => button(page, "Save Draft"),
    again: (page) => dashboardLink(page).dispatchEvent("click"),
    keeps: (page) => hasTyped(page, { Title: "Half a title" }),
    says: pageSays,
    works: (page) => expect(page).toHaveURL("/admin-console"),
  },
];
