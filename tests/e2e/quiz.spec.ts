import { coursePath, lecturePath } from "./pages.ts";
import { expect, optionsOf, quizPath, sampleCourse, test } from "./quiz-bank.ts";

test("learners without a quiz are asked to select a course", async ({ page }) => {
  for (const query of [
    "?course=",
    "?course=no-such-course",
    "?course=a&course=b",
    "?course=classical-mechanics",
  ]) {
    const answer = await page.request.get(`/tests${query}`);
    expect(answer.status(), query).toBe(200);
    const html = await answer.text();
    expect(html, query).toMatch(/<h1[^>]*>Select a course to take a quiz<\/h1>/);
    expect(html, query).toMatch(/<meta name="robots" content="noindex/);
  }
  expect((await page.goto("/tests"))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Select a course to take a quiz");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await page.getByRole("link", { name: "Browse Courses" }).click();
  await expect(page).toHaveURL("/");
});

const questions = [
  {
    question: "What is the length of the vector (2, -3, 6)?",
    options: ["5", "7", "11", "49"],
    correct_answer: 1,
    explanation: "It is the square root of 4 + 9 + 36 = 49.",
  },
  {
    question: "What does |a·b| ≤ ‖a‖ ‖b‖ hold for?",
    options: ["all a and b in Rⁿ", "perpendicular a and b", "unit vectors <alone>"],
    correct_answer: 0,
    explanation: "This is the Cauchy-Schwarz inequality.",
  },
  {
    question: "Is the zero vector in every subspace?",
    options: ["No", "Yes"],
    correct_answer: 1,
    explanation: "Zero times any of its vectors is in it.",
  },
  {
    question: "What is the dimension of the null space of a matrix with 5 columns and rank 2?",
    options: ["0", "1", "2", "3", "5"],
    correct_answer: 3,
    explanation: "Rank and nullity add up to 5.",
  },
];

test("learners take a quiz from the course page, and see their score and a message", async ({
  page,
  bank,
  catalogue,
}) => {
  const take = page.getByRole("link", { name: "Take the quiz" });
  await page.goto(coursePath(sampleCourse.id));
  await expect(take).toHaveCount(0);

  await bank.add(...questions);
  await page.reload();
  await take.click();
  await expect(page).toHaveURL(quizPath);
  const total = questions.length;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sampleCourse.name);
  await expect(page.getByText("Total questions").locator("..")).toContainText(String(total));
  await expect(page.getByText("Multiple Choice")).toBeVisible();

  // One wrong answer, all others correct, each by a click.
  await page.getByRole("button", { name: "Start Quiz" }).click();
  let score = 0;
  for (const [index, row] of questions.entries()) {
    await expect(page.getByText(`Question ${index + 1} of ${total}`, { exact: true })).toBeVisible();
    await expect(page.getByText(`Score: ${score}/${total}`, { exact: true })).toBeVisible();
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
    const feedback = page.getByRole("region", { name: row.question }).getByRole("status");
    await expect(feedback).toHaveCount(1);
    const chosen = isRight ? row.correct_answer : (row.correct_answer + 1) % row.options.length;
    const size = page.viewportSize()!;
    if (index === 0) await page.setViewportSize({ width: 390, height: 600 });
    await optionsOf(page).nth(chosen).click();
    if (index === 0) {
      // A phone scrolls no further than it takes to show the button above the tabs.
      await expect(async () => {
        const next = (await page.getByRole("button", { name: "Next Question" }).boundingBox())!;
        const tabs = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
        const distance = tabs.y - next.y - next.height;
        expect(distance).toBeGreaterThan(0);
        expect(distance).toBeLessThan(48);
      }).toPass({ timeout: 10_000 });
      await page.setViewportSize(size);
    }
    if (isRight) score += 1;
    const right = page.locator("label").nth(row.correct_answer);
    await expect(right).toContainText("Correct answer");
    await expect(page.getByText("Correct answer", { exact: true })).toHaveCount(1);
    await expect(page.getByText("Your answer", { exact: true })).toHaveCount(isRight ? 0 : 1);
    if (!isRight) await expect(page.locator("label").nth(chosen)).toContainText("Your answer");
    await expect(feedback).toContainText(row.explanation);
    await expect(feedback).toContainText(
      isRight ? "Correct!" : `The correct answer is ${"ABCD"[row.correct_answer]}.`,
    );
    await expect(page.getByText(`Score: ${score}/${total}`, { exact: true })).toBeVisible();
    // After an answer, no option can be selected any more.
    for (const option of await optionsOf(page).all()) await expect(option).toBeDisabled();
    const isLast = index + 1 === total;
    await expect(page.getByRole("button", { name: isLast ? "Next Question" : "View Results" })).toHaveCount(
      0,
    );
    // The last button is reached by scrolling down.
    if (isLast) await page.setViewportSize({ width: 390, height: 320 });
    await page.getByRole("button", { name: isLast ? "View Results" : "Next Question" }).click();
  }
  await expect(page.getByRole("heading", { name: "Quiz Complete!" })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByRole("status").filter({ hasText: "Quiz Complete!" })).toContainText(
    `You scored ${score} out of ${total}`,
  );
  await expect(page.getByText("75%", { exact: true })).toBeVisible();
  await expect(page.getByText("Good work! Keep practicing! 👍", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Course" })).toHaveAttribute(
    "href",
    coursePath(sampleCourse.id),
  );

  await page.getByRole("button", { name: "Retake Quiz" }).click();
  await expect(page.getByText(`Question 1 of ${total}`)).toBeVisible();
  await expect(page.getByText(`Score: 0/${total}`)).toBeVisible();
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
