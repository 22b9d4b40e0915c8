import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { coursePath, lecturePath } from "./pages.ts";
import { expect, quizPath, sampleCourse, startQuiz, takeQuiz, test } from "./quiz-bank.ts";

const options = (page: Page) => page.getByRole("group").getByRole("radio");

test("learners without a quiz are asked to select a course", async ({ page }) => {
  const others = ["?course=", "?course=no-such-course", "?course=%00", "?course=a&course=b"];
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
  expect(imported.output).toContain("The running app shows them.");
  expect(imported.code).toBe(0);
  await page.reload();
  await take.click();
  await expect(page).toHaveURL(quizPath);
  const rows = await bank.rows();
  expect(rows.length).toBeGreaterThanOrEqual(10);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sampleCourse.name);
  await expect(page.getByText("Total questions").locator("..")).toContainText(String(rows.length));
  await expect(page.getByText("Multiple Choice")).toBeVisible();

  // One wrong answer, all others right, each by a press.
  await page.getByRole("button", { name: "Start Quiz" }).click();
  let score = 0;
  for (const [index, row] of rows.entries()) {
    await expect(page.getByText(`Question ${index + 1} of ${rows.length}`, { exact: true })).toBeVisible();
    await expect(page.getByText(`Score: ${score}/${rows.length}`, { exact: true })).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", String(index + 1));
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(row.question);
    await expect(options(page)).toHaveCount(row.options.length);
    for (const [option, text] of row.options.entries())
      await expect(options(page).nth(option)).toHaveAccessibleName(`${"ABCDEFGH"[option]} ${text}`);
    const isRight = index !== 1;
    const chosen = isRight ? row.correct_answer : (row.correct_answer + 1) % row.options.length;
    await options(page).nth(chosen).click();
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
    // Answered once: nothing can be chosen any more.
    for (const option of await options(page).all()) await expect(option).toBeDisabled();
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
  for (const option of await options(page).all()) await expect(option).not.toBeChecked();
  await expect(page.getByRole("button", { name: "Start Quiz" })).toHaveCount(0);

  // Lecture pages have no such link; without questions the course has none either.
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

test("learners can take a quiz with the keyboard alone", async ({ page, bank }) => {
  await bank.fill(3);
  await page.goto(quizPath);
  const start = page.getByRole("button", { name: "Start Quiz" });
  for (let press = 0; press < 30 && !(await start.evaluate((it) => it === document.activeElement)); press++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Q1" })).toBeFocused();

  // Nothing is chosen by walking past it, in either direction and round the ends.
  await page.keyboard.press("Tab");
  await expect(options(page).nth(0)).toBeFocused();
  for (const [key, option] of [
    ["ArrowDown", 1],
    ["ArrowUp", 0],
    ["ArrowUp", 3],
    ["ArrowRight", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(options(page).nth(option)).toBeFocused();
  }
  for (const option of await options(page).all()) await expect(option).not.toBeChecked();
  // Keys that name no option, and shortcuts of the browser, do nothing.
  for (const key of ["5", "0", "e", "Control+a"]) await page.keyboard.press(key);
  await expect(page.getByText("Score: 0/3")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Score: 1/3")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next Question" })).toBeFocused();
  // Another answer is not taken.
  await page.keyboard.press("b");
  await expect(options(page).nth(0)).toBeChecked();
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

test("letters typed into the header's search answer nothing", async ({ page, bank }) => {
  await bank.fill(2);
  await startQuiz(page);
  await page.getByRole("banner").getByRole("searchbox").pressSequentially("abc1");
  await expect(page.getByRole("banner").getByRole("searchbox")).toHaveValue("abc1");
  for (const option of await options(page).all()) await expect(option).not.toBeChecked();
});

test("nothing that reaches the browser tells an answer before it is given", async ({
  page,
  bank,
  request,
}) => {
  await bank.fill(4);
  // What the quiz is made from, as it stands in the page and in what a navigation fetches. The rest of
  // the two comes in changing order.
  const load = async () => {
    const html = await (await request.get(quizPath)).text();
    const data = await (await request.get(quizPath, { headers: { RSC: "1" } })).text();
    for (const text of [html, data]) expect(text).not.toMatch(/correct|explanation|[Rr]eason/);
    return [html.replaceAll('\\"', '"'), data].map((text) => /"quiz":\{.*?\]\}\]\}/.exec(text)?.[0]);
  };
  const before = await load();
  const { quiz } = JSON.parse(`{${before[0]}}`);
  expect(quiz.questions).toHaveLength(4);
  for (const question of quiz.questions)
    expect(Object.keys(question).sort()).toEqual(["id", "options", "question"]);
  expect(before[1]).toBe(before[0]);
  // The same, whatever the right answers are.
  await bank.change({ correct_answer: 3, explanation: "Another reason" });
  expect(await load()).toEqual(before);

  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/api/quiz/answer")) answers.push(response.url());
  });
  await startQuiz(page);
  await page.waitForLoadState("networkidle");
  expect(answers).toEqual([]);
  await options(page).nth(3).click();
  await expect(page.getByText("Another reason")).toBeVisible();
  expect(answers).toHaveLength(1);
});

test("learners can answer again when an answer could not be checked", async ({ page, bank, outside }) => {
  outside.expect(/Failed to load resource/);
  await bank.fill(2);
  await startQuiz(page);
  await page.route("**/api/quiz/answer", (route) => route.abort());
  await options(page).nth(0).click();
  await expect(page.getByRole("status").filter({ hasText: "could not be checked" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next Question" })).toHaveCount(0);
  await page.unroute("**/api/quiz/answer");
  await options(page).nth(0).click();
  await expect(page.getByText("Score: 1/2")).toBeVisible();
  await expect(page.getByText("could not be checked")).toHaveCount(0);
  // A question that has been taken out of the bank meanwhile.
  await page.getByRole("button", { name: "Next Question" }).click();
  await bank.empty();
  await options(page).nth(0).click();
  await expect(page.getByText("This question is no longer there. Please load the page again.")).toBeVisible();
});

test("learners cannot give a second answer while the first is being checked", async ({ page, bank }) => {
  await bank.fill(2);
  await startQuiz(page);
  let asked = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/quiz/answer", async (route) => {
    asked += 1;
    await released;
    await route.continue();
  });
  await options(page).nth(1).click();
  await page.keyboard.press("a");
  await options(page).nth(2).click();
  await expect(options(page).nth(1)).toBeChecked();
  release();
  await expect(page.locator("label").nth(1)).toContainText("Your answer");
  expect(asked).toBe(1);
  await expect(page.getByText("Score: 0/2")).toBeVisible();
});

test("the route that checks answers refuses what it should", async ({ bank, request, sql, baseURL }) => {
  await bank.fill(1);
  const [row] = await sql`select id::int from quiz_questions`;
  const good = { questionId: row?.id, option: 0 };
  const post = (data: unknown, origin: string | null = new URL(baseURL!).origin) =>
    request.post("/api/quiz/answer", {
      data: typeof data === "string" ? data : JSON.stringify(data),
      headers: { "Content-Type": "application/json", ...(origin !== null && { Origin: origin }) },
    });
  const answered = await post(good);
  expect(answered.status()).toBe(200);
  expect(answered.headers()["cache-control"]).toContain("no-store");
  expect(await answered.json()).toEqual({ correct: true, correctAnswer: 0, explanation: null });

  const refused: [unknown, number][] = [
    ["", 400],
    ["{", 400],
    [[], 400],
    [{ questionId: row?.id }, 400],
    [{ ...good, option: -1 }, 400],
    [{ ...good, option: 0.5 }, 400],
    [{ ...good, option: "0" }, 400],
    [{ ...good, option: 4 }, 400],
    [{ ...good, option: 26 }, 400],
    [{ ...good, questionId: 0 }, 400],
    [{ ...good, questionId: 2 ** 60 }, 400],
    [{ ...good, more: 1 }, 400],
    [{ ...good, questionId: 2 ** 50 }, 404],
    ["x".repeat(20_000), 413],
  ];
  for (const [body, status] of refused) {
    const answer = await post(body);
    expect([answer.status(), JSON.stringify(body).slice(0, 60)]).toEqual([
      status,
      JSON.stringify(body).slice(0, 60),
    ]);
    const json = await answer.json();
    expect(json).toEqual({ message: expect.any(String) });
  }
  for (const origin of ["https://evil.example", "null", null]) {
    const answer = await post(good, origin);
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toEqual({ message: expect.any(String) });
  }
  for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
    const answer = await request.fetch("/api/quiz/answer", { method });
    expect([answer.status(), answer.headers().allow]).toEqual([405, "POST"]);
    expect(await answer.json()).toEqual({ message: expect.any(String) });
  }
});

test("the command names bad rows, takes good ones and updates those that are there", async ({
  bank,
}, info) => {
  const file = info.outputPath("questions.csv");
  const head = "course slug,question,options,correct option,explanation\n";
  await writeFile(
    file,
    `${head}${sampleCourse.id},One?,a|b,A,\nno-such,Two?,a|b,A,\n${sampleCourse.id},Three?,a|b,C,\n`,
  );
  const first = await bank.command("import", file);
  expect(first.code).toBe(1);
  expect(first.output).toContain('Row 3, course slug: no course of the catalogue has this slug ("no-such")');
  expect(first.output).toContain('Row 4, correct option: not a letter from A to B ("C")');
  expect(first.output).toContain("1 inserted, 0 updated, 0 unchanged, 2 rejected");
  await writeFile(file, `${head}${sampleCourse.id},One?,a|b|c,C,Because\n`);
  const second = await bank.command("import", file);
  expect(second.output).toContain("0 inserted, 1 updated, 0 unchanged, 0 rejected");
  expect(second.code).toBe(0);
  expect(await bank.rows()).toEqual([
    { question: "One?", options: ["a", "b", "c"], correct_answer: 2, explanation: "Because" },
  ]);
  for (const args of [
    [],
    ["import"],
    ["import", "no-such-file.csv"],
    ["export", file],
    ["import", file, "x"],
  ]) {
    const { code, output } = await bank.command(...args);
    expect(code, args.join(" ")).toBe(1);
    expect(output).toMatch(/Usage|cannot be read/);
    expect(output).not.toContain("at file:");
  }
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
    // A finger's width.
    for (const target of await page.getByRole("main").locator("button, input[type=radio], a").all())
      expect((await target.boundingBox())?.height, state).toBeGreaterThanOrEqual(44);
  };
  await page.goto("/tests");
  await look("no course");
  await page.goto(quizPath);
  await look("start");
  await page.getByRole("button", { name: "Start Quiz" }).click();
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
