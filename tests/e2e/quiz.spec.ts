import { coursePath, lecturePath } from "./pages.ts";
import { expect, optionsOf, quizPath, sampleCourse, startQuiz, takeQuiz, test } from "./quiz-bank.ts";

test("learners without a quiz are asked to select a course", async ({ page }) => {
  const others = ["?course=", "?course=no-such-course", "?course=a&course=b"];
  for (const query of ["", ...others, "?course=classical-mechanics"]) {
    expect((await page.goto(`/tests${query}`))?.status(), query).toBe(200);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading, query).toHaveText("Select a course to take a quiz");
    await expect(page.locator("meta[name=robots]"), query).toHaveAttribute("content", /noindex/);
    await expect(page.getByRole("link", { name: "Browse Courses" }), query).toHaveAttribute("href", "/");
  }
  await page.getByRole("link", { name: "Browse Courses" }).click();
  await expect(page).toHaveURL("/");
});

test("learners take the quiz of an imported file from the course page", async ({ page, bank, catalogue }) => {
  const take = page.getByRole("link", { name: "Take the quiz" });
  await page.goto(coursePath(sampleCourse.id));
  await expect(take).toHaveCount(0);

  const imported = await bank.command("import", sampleCourse.file);
  expect(imported.output).toContain("15 inserted, 0 updated, 0 unchanged, 0 rejected");
  expect(imported.code).toBe(0);
  await page.reload();
  await take.click();
  await expect(page).toHaveURL(quizPath);
  const rows = await bank.rows();
  expect(rows.length).toBeGreaterThanOrEqual(10);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sampleCourse.name);
  await expect(page.getByText("Total questions").locator("..")).toContainText(String(rows.length));
  await expect(page.getByText("Multiple Choice")).toBeVisible();

  // One wrong answer, all others correct, each by a click.
  await page.getByRole("button", { name: "Start Quiz" }).click();
  let score = 0;
  for (const [index, row] of rows.entries()) {
    await expect(page.getByText(`Question ${index + 1} of ${rows.length}`, { exact: true })).toBeVisible();
    await expect(page.getByText(`Score: ${score}/${rows.length}`, { exact: true })).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", String(index + 1));
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(row.question);
    await expect(optionsOf(page)).toHaveCount(row.options.length);
    for (const [option, text] of row.options.entries())
      await expect(optionsOf(page).nth(option)).toHaveAccessibleName(`${"ABCDEFGH"[option]} ${text}`);
    const isRight = index !== 1;
    if (!isRight) {
      // The second half of a double click on the button before answers nothing.
      await optionsOf(page).first().hover();
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      await expect(optionsOf(page).first()).not.toBeChecked();
    }
    const chosen = isRight ? row.correct_answer : (row.correct_answer + 1) % row.options.length;
    await optionsOf(page).nth(chosen).click();
    if (isRight) score += 1;
    const right = page.locator("label").nth(row.correct_answer);
    await expect(right).toContainText("Correct answer");
    await expect(page.getByText("Correct answer", { exact: true })).toHaveCount(1);
    await expect(page.getByText("Your answer", { exact: true })).toHaveCount(isRight ? 0 : 1);
    if (!isRight) await expect(page.locator("label").nth(chosen)).toContainText("Your answer");
    const status = page.getByRole("status").filter({ hasText: row.explanation! });
    await expect(status).toContainText(
      isRight ? "Correct!" : `The correct answer is ${"ABCD"[row.correct_answer]}.`,
    );
    await expect(page.getByText(`Score: ${score}/${rows.length}`, { exact: true })).toBeVisible();
    // After an answer, no option can be selected any more.
    for (const option of await optionsOf(page).all()) await expect(option).toBeDisabled();
    const isLast = index + 1 === rows.length;
    await expect(page.getByRole("button", { name: isLast ? "Next Question" : "View Results" })).toHaveCount(
      0,
    );
    await page.getByRole("button", { name: isLast ? "View Results" : "Next Question" }).click();
  }
  await expect(page.getByRole("status").filter({ hasText: "Quiz Complete!" })).toContainText(
    `You scored ${score} out of ${rows.length}`,
  );
  await expect(page.getByText("93%", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Retake Quiz" }).click();
  await expect(page.getByText(`Question 1 of ${rows.length}`)).toBeVisible();
  await expect(page.getByText(`Score: 0/${rows.length}`)).toBeVisible();
  for (const option of await optionsOf(page).all()) await expect(option).not.toBeChecked();
  await expect(page.getByRole("button", { name: "Start Quiz" })).toHaveCount(0);

  // Lecture pages have no link to the quiz, and neither has a course without questions.
  const [, lecture] = await catalogue.lectures(sampleCourse.name);
  await page.goto(lecturePath(sampleCourse.id, lecture!.lecture_id));
  await expect(take).toHaveCount(0);
  await bank.empty();
  await page.goto(coursePath(sampleCourse.id));
  await expect(take).toHaveCount(0);
});

test("learners see their score, its percentage and a message, and go back to the course", async ({
  page,
  bank,
}) => {
  await bank.fill(5);
  await startQuiz(page);
  await takeQuiz(page, 5, 4);
  await expect(page.getByText("80%", { exact: true })).toBeVisible();
  await expect(page.getByText("You scored 4 out of 5", { exact: true })).toBeVisible();
  await expect(page.getByText("Great job! Excellent performance! 🎉", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Back to Course" }).click();
  await expect(page).toHaveURL(coursePath(sampleCourse.id));
});
