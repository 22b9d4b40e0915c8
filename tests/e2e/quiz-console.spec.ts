import { signInAsNew } from "./accounts.ts";
import { expectReady } from "./admin-menu.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { holdRequests, toast } from "./pages.ts";

const COURSE = "classical-mechanics";
const PAGE = `/admin-console/quizzes/${COURSE}`;

test.beforeEach(async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!, "editor");
  await sql`insert into user_roles select id, 'editor' from auth.users where email = ${email}`;
});
test.afterEach(async ({ sql }) => {
  await sql`delete from quiz_questions`;
});

const add = (sql: import("postgres").Sql, ...questions: string[]) => sql`
  insert into quiz_questions (course_id, question, options, correct_answer)
  select ${COURSE}, q, '{yes,no}', 0 from unnest(${questions}::text[]) q`;

test("editors write the questions of a course, and learners have them at once", async ({
  page,
  visitor,
  sql,
}) => {
  await page.goto("/admin-console/quizzes");
  await expect(page.getByRole("heading", { name: "No course has questions yet" })).toBeVisible();
  await expectReady(page);
  await page.getByRole("combobox", { name: "Course" }).fill("classical mechanics");
  await expect(page.getByRole("option", { name: "Classical Mechanics", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Open its questions" }).click();
  await expect(page).toHaveURL(PAGE);

  await page.getByRole("button", { name: "Add a question" }).click();
  await expect(page.getByLabel("Question", { exact: true })).toBeFocused();
  await page.keyboard.type("What is force?");
  await page.getByRole("button", { name: "Add question" }).click();
  await expect(page.getByLabel("Option A", { exact: true })).toBeFocused();
  await page.getByLabel("Option A", { exact: true }).fill("mass times acceleration");
  await page.getByLabel("Option B", { exact: true }).fill("mass times speed");
  await page.getByRole("button", { name: "Add an option" }).click();
  await expect(page.getByLabel("Option C", { exact: true })).toBeFocused();
  await page.keyboard.type("mass times speed");
  await page.getByRole("radio", { name: "Option A is right" }).check();
  await page.getByRole("button", { name: "Add question" }).click();
  await expect(page.getByRole("main").getByText("This is option B again")).toBeVisible();
  await expectNoViolations(page, "a question with faults");
  await page.getByRole("button", { name: "Remove option C" }).click();
  await expect(page.getByLabel("Option B", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Add question" }).click();
  await expect(toast(page, "Question added")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a question" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "What is force?" })).toBeVisible();

  const learner = await visitor();
  await learner.goto(`/tests?course=${COURSE}`);
  await learner.getByRole("button", { name: "Start Quiz" }).click();
  await expect(learner.getByText("What is force?")).toBeVisible();

  // The title, too, decodes a percent sign in the address once.
  await sql`update quiz_questions set course_id = '100% force'`;
  await page.goto("/admin-console/quizzes/100%25%20force");
  await expect(page).toHaveTitle("Quiz questions: 100% force | Admin Console | Lectern");
});

test("editors change, move and delete questions, and lose nothing to each other", async ({
  page,
  sql,
  outside,
}) => {
  outside.expect(/status of 41[02]/);
  await add(sql, "First?", "Second?", "Third?");
  await page.goto(PAGE);
  await expectReady(page);
  const texts = () => page.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
  await page.getByRole("button", { name: "Move up question 3" }).click();
  await expect(toast(page, "Question 3 is now question 2")).toBeVisible();
  await expect.poll(texts).toEqual(["1.First?", "2.Third?", "3.Second?"]);
  await expectNoViolations(page, "questions of a course");

  await page.getByRole("button", { name: "Edit question 2" }).click();
  const field = page.getByLabel("Question", { exact: true });
  await field.fill("Third, but better?");
  await sql`update quiz_questions set question = 'Third, by another?' where question = 'Third?'`;
  await page.getByRole("button", { name: "Save question" }).click();
  await expect(page.getByRole("alert").getByText("“Third, by another?”")).toBeVisible();
  await sql`delete from quiz_questions where question = 'Third, by another?'`;
  await page.getByRole("button", { name: "Save question" }).click();
  await expect(page.getByRole("alert").getByText("has been deleted meanwhile")).toBeVisible();
  await expect(field).toHaveValue("Third, but better?");
  await page.getByRole("button", { name: "Add as a new question" }).click();
  await expect.poll(texts).toEqual(["1.First?", "2.Second?", "3.Third, but better?"]);

  await page.goto("/admin-console/quizzes");
  await expectNoViolations(page, "courses with questions");
  await page.getByRole("link", { name: "Classical mechanics" }).click();
  await page.getByRole("button", { name: "Delete question 1" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(texts).toEqual(["1.Second?", "2.Third, but better?"]);
  await expect(page.getByRole("button", { name: "Edit question 1" })).toBeFocused();
});

test("a save that was cancelled closes no form that was opened since, and nothing is typed while one is under way", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto(PAGE);
  await expectReady(page);
  const text = page.getByLabel("Question", { exact: true });
  const release = await holdRequests(page, /\/api\/quizzes\/questions$/);
  await page.getByRole("button", { name: "Add a question" }).click();
  await text.fill("First?");
  await page.getByLabel("Option A", { exact: true }).fill("yes");
  await page.getByLabel("Option B", { exact: true }).fill("no");
  await page.getByRole("radio", { name: "Option A is right" }).check();
  await page.getByRole("button", { name: "Add question" }).click();
  await expect(text).not.toBeEditable();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add a question" }).click();
  await text.fill("Second?");
  release();
  await expect(toast(page, "Question added")).toBeVisible();
  await expect(page.getByRole("heading", { name: "First?" })).toBeVisible();
  await expect(text).toHaveValue("Second?");
  await expect(text).toBeFocused();
});

test("questions that were being written when the page was left are there again", { tag: "@long" }, async ({
  page,
  sql,
}) => {
  await add(sql, "First?");
  await page.goto(PAGE);
  await expectReady(page);
  await page.getByRole("button", { name: "Edit question 1" }).click();
  await page.getByLabel("Option B", { exact: true }).fill("never");
  await page.getByRole("button", { name: "Add a question" }).click();
  await expect(page.getByLabel("Question", { exact: true }).nth(1)).toBeFocused();
  await page.keyboard.type("Second?");
  await add(sql, "Another?");
  await page.getByRole("main").getByRole("link", { name: "All quizzes" }).click();
  await sql`delete from quiz_questions where question = 'First?'`;
  await page.getByRole("link", { name: "Classical mechanics" }).click();
  await expect(page.getByText("What you typed here before is back.")).toHaveCount(2);
  await expect(page.getByRole("alert").getByText("has been deleted meanwhile")).toBeVisible();
  await expect(page.getByLabel("Question", { exact: true }).nth(1)).toHaveValue("Second?");
  await expectNoViolations(page, "restored questions");
  await page.getByRole("button", { name: "Discard it" }).nth(1).click();
  await expect(page.getByRole("button", { name: "Add a question" })).toBeFocused();
  await page.reload();
  await expect(page.getByLabel("Option B", { exact: true })).toHaveValue("never");
  await page.getByRole("button", { name: "Add as a new question" }).click();
  await expect(toast(page, "Question added")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Edit question 1" })).toBeVisible();
  await expectReady(page);
  await expect(page.getByRole("button", { name: "Add a question" })).toBeVisible();

  // What is saved while the page is left is not called unsaved.
  await page.getByRole("button", { name: "Edit question 1" }).click();
  await page.getByLabel("Question", { exact: true }).fill("Saved on leaving?");
  const { promise: isSaved, resolve } = Promise.withResolvers<void>();
  await page.route(/\/api\/quizzes\/questions\/\d+$/, async (route) => {
    await route.fetch();
    resolve();
  });
  await page.getByRole("button", { name: "Save question" }).click();
  await isSaved;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Saved on leaving?" })).toBeVisible();
  await expectReady(page);
  await expect(page.getByText("What you typed here before is back.")).toHaveCount(0);
});

test("editors import a file of questions, and are told what is wrong with its rows", async ({
  page,
  sql,
}) => {
  await add(sql, "First?", "Second?");
  await page.goto(PAGE);
  await expectReady(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`quiz-${COURSE}.csv`);
  const choose = (text: string) =>
    page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "quiz.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const start = page.getByRole("button", { name: "Import questions" });
  const header = "course slug,question,options,correct option,explanation\n";
  await choose(`${header}${COURSE},New?,a|b,A,\n${COURSE},Bad?,a,A,\nelsewhere,Bad?,a|b,A,\n`);
  const releaseList = await holdRequests(page, /[?&]_rsc=/);
  const refresh = page.waitForRequest(/[?&]_rsc=/);
  await start.click();
  await refresh;
  const outcome = page.getByRole("main").getByRole("status");
  await expect(page.getByRole("button", { name: "Importing…" })).toBeVisible();
  await expect(outcome).toBeEmpty();
  releaseList();
  await expect(outcome).toContainText("1 inserted, 0 updated, 0 unchanged, 2 rejected");
  await expect(outcome.getByRole("listitem")).toHaveText([
    'Row 3, options: at least two options are needed, separated by | ("a")',
    'Row 4, course slug: no course of the catalogue has this slug ("elsewhere")',
  ]);
  await choose(`${header}${COURSE},Second?,yes|no,A,\n`);
  await page.getByRole("radio", { name: "replace all questions" }).check();
  await start.click();
  const dialog = page.getByRole("dialog", { name: "Replace 3 questions?" });
  await expectNoViolations(page, "questions replaced");
  await dialog.getByRole("button", { name: "Replace" }).click();
  await expect(outcome).toContainText("0 inserted, 0 updated, 1 unchanged, 2 deleted, 0 rejected");
  await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveText(["1.Second?"]);
});
