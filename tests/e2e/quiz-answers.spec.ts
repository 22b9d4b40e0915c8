import { textVersion } from "../../lib/quiz/text-version.ts";
import { expect, optionsOf, quizPath, startQuiz, test } from "./quiz-bank.ts";

test("nothing that reaches the browser tells an answer before it is given", async ({
  page,
  bank,
  request,
}) => {
  await bank.fill(4);
  // The quiz data in the page's HTML and in the response to a navigation. The order of everything else in
  // these two varies.
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
    expect(Object.keys(question).sort()).toEqual(["id", "options", "question", "textVersion"]);
  expect(before[1]).toBe(before[0]);
  // The data is the same, whatever the correct answers are.
  await bank.change({ correct_answer: 3, explanation: "Another reason" });
  expect(await load()).toEqual(before);

  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/api/quiz/answer")) answers.push(response.url());
  });
  await startQuiz(page);
  await page.waitForLoadState("networkidle");
  expect(answers).toEqual([]);
  await optionsOf(page).nth(3).click();
  await expect(page.getByText("Another reason")).toBeVisible();
  expect(answers).toHaveLength(1);
});

test("learners can answer again when an answer could not be checked", async ({ page, bank, outside }) => {
  outside.expect(/Failed to load resource/);
  await bank.fill(2);
  await startQuiz(page);
  await page.route("**/api/quiz/answer", (route) => route.abort());
  await optionsOf(page).nth(0).click();
  await expect(page.getByRole("status").filter({ hasText: "could not be checked" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next Question" })).toHaveCount(0);
  await page.unroute("**/api/quiz/answer");
  await optionsOf(page).nth(0).click();
  await expect(page.getByText("Score: 1/2")).toBeVisible();
  await expect(page.getByText("could not be checked")).toHaveCount(0);
  // The question has been changed: what is chosen is not what it would be checked against.
  await page.getByRole("button", { name: "Next Question" }).click();
  await bank.change({ options: ["right", "wrong", "also wrong"] });
  await optionsOf(page).nth(0).click();
  await expect(page.getByText("This question has been changed. Please load the page again.")).toBeVisible();
  await expect(page.getByText("Score: 1/2")).toBeVisible();
  // The question has been removed from the bank in the meantime.
  await bank.empty();
  await optionsOf(page).nth(0).click();
  await expect(page.getByText("This question is no longer there. Please load the page again.")).toBeVisible();
});

test("learners cannot give a second answer while the first is being checked", async ({ page, bank }) => {
  await bank.fill(2);
  await startQuiz(page);
  let asked = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/quiz/answer", async (route) => {
    asked += 1;
    await released;
    await route.continue();
  });
  await optionsOf(page).nth(1).click();
  await page.keyboard.press("a");
  await optionsOf(page).nth(2).click();
  await expect(optionsOf(page).nth(1)).toBeChecked();
  release();
  await expect(page.locator("label").nth(1)).toContainText("Your answer");
  expect(asked).toBe(1);
  await expect(page.getByText("Score: 0/2")).toBeVisible();
});

test("a quiz goes on where it was after going back or loading again, and begins anew where it is opened anew", {
  tag: "@long",
}, async ({ page, bank, sql }) => {
  await bank.fill(3);
  await startQuiz(page);
  await optionsOf(page).nth(0).click();
  await page.getByRole("button", { name: "Next Question" }).click();
  await expect(page.getByText("Question 2 of 3")).toBeVisible();
  await page.goto("/planner");
  await page.goBack();
  await expect(page.getByText("Question 2 of 3")).toBeVisible();
  await optionsOf(page).nth(0).click();
  await expect(page.getByText("Reason 2")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Reason 2")).toBeVisible();
  await expect(page.getByText("Score: 1/3")).toBeVisible();
  await expect(optionsOf(page).nth(0)).toBeChecked();
  await page.getByRole("button", { name: "Next Question" }).click();
  // What has not been answered may change, what has been may not.
  await sql`update quiz_questions set question = 'Another' where question = 'Q3'`;
  await page.reload();
  await expect(page.getByRole("heading", { name: "Another" })).toBeVisible();
  await optionsOf(page).nth(2).click();
  await page.getByRole("button", { name: "View Results" }).click();
  await page.reload();
  await expect(page.getByText("You scored 2 out of 3")).toBeVisible();
  await sql`update quiz_questions set question = 'Yet another' where question = 'Q1'`;
  await page.reload();
  await expect(page.getByRole("button", { name: "Start Quiz" })).toBeVisible();
  await startQuiz(page);
  await expect(page.getByText("Question 1 of 3")).toBeVisible();
});

test("the route that checks answers refuses what it should", async ({ bank, request, sql, baseURL }) => {
  await bank.fill(1);
  const [row] = await sql<{ id: number; question: string; options: string[] }[]>`
    select id::int, question, options from quiz_questions`;
  const good = { questionId: row?.id, option: 0, textVersion: textVersion(row!) };
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
    [{ ...good, textVersion: undefined }, 400],
    [{ ...good, textVersion: "" }, 409],
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
