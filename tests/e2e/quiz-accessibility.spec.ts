import { expectAccessible } from "./axe.ts";
import { expect, optionsOf, quizPath, startQuiz, test } from "./quiz-bank.ts";

test("learners can take a quiz with the keyboard alone", async ({ page, bank }) => {
  await bank.fill(3);
  await page.goto(quizPath);
  const start = page.getByRole("button", { name: "Start Quiz" });
  for (let press = 0; press < 30 && !(await start.evaluate((it) => it === document.activeElement)); press++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Q1" })).toBeFocused();

  // Moving over the options with arrow keys selects nothing, in both directions and around the ends.
  await page.keyboard.press("Tab");
  await expect(optionsOf(page).nth(0)).toBeFocused();
  for (const [key, option] of [
    ["ArrowDown", 1],
    ["ArrowUp", 0],
    ["ArrowUp", 3],
    ["ArrowRight", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(optionsOf(page).nth(option)).toBeFocused();
  }
  for (const option of await optionsOf(page).all()) await expect(option).not.toBeChecked();
  // Keys of no option, and browser shortcuts, do nothing.
  for (const key of ["5", "0", "e", "Control+a"]) await page.keyboard.press(key);
  await expect(page.getByText("Score: 0/3")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Score: 1/3")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next Question" })).toBeFocused();
  // A second answer is not accepted.
  await page.keyboard.press("b");
  await expect(optionsOf(page).nth(0)).toBeChecked();
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Q2" })).toBeFocused();
  await page.keyboard.press("B");
  await expect(page.getByText("Reason 2")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Q3" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "View Results" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Quiz Complete!" })).toBeFocused();
  await expect(page.getByText("You scored 2 out of 3")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Retake Quiz" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Back to Course" })).toBeFocused();
});

test("letters typed into the header's search answer nothing, and go on when a question or an answer comes", async ({
  page,
  bank,
}) => {
  await bank.fill(2);
  const search = page.getByRole("banner").getByRole("searchbox");
  await startQuiz(page);
  // The first question may come before, between or after these letters.
  await search.pressSequentially("abc1");
  await expect(optionsOf(page).first()).toBeVisible();
  await expect(search).toHaveValue("abc1");
  for (const option of await optionsOf(page).all()) await expect(option).not.toBeChecked();

  const answering = Promise.withResolvers<void>();
  await page.route("**/api/quiz/answer", async (route) => {
    await answering.promise;
    await route.continue();
  });
  await optionsOf(page).first().click();
  await search.press("End");
  await page.keyboard.press("d");
  answering.resolve();
  await expect(page.getByRole("button", { name: "Next Question" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(search).toHaveValue("abc1de");
});

test("axe finds nothing and nothing scrolls sideways, in every state, light and dark", async ({
  page,
  bank,
}) => {
  test.slow();
  await bank.fill(2);
  await bank.change({ explanation: `Why: ${"long".repeat(100)}` });
  const look = async (state: string) => {
    await expectAccessible(page, state);
    // The minimum height of a touch target.
    for (const target of await page.getByRole("main").locator("button, input[type=radio], a").all())
      expect((await target.boundingBox())?.height, state).toBeGreaterThanOrEqual(44);
  };
  await page.goto("/tests");
  await look("no course");
  await page.goto(quizPath);
  await look("start");
  await page.getByRole("button", { name: "Start Quiz" }).click();
  await expect(optionsOf(page).first()).toBeVisible();
  await look("open");
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Next Question" })).toBeFocused();
  await look("right");
  await page.keyboard.press("Enter");
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "View Results" })).toBeFocused();
  await look("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Quiz Complete!" })).toBeFocused();
  await look("result");
});
