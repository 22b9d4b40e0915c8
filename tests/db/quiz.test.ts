import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, expect, test } from "vitest";
import { importQuestions } from "../../lib/quiz/import-questions.ts";
import { bytesOf } from "../unit/csv/support.ts";
import { clientOf, describeOnEachApi, pointAppAt, signUp } from "./apis.ts";

const courseId = "linear-algebra-vectors-and-spaces";
const sample = fileURLToPath(new URL(`../fixtures/quiz/${courseId}.csv`, import.meta.url));
const header = "course slug,question,options,correct option,explanation";

describeOnEachApi("the quiz", (api, sql) => {
  afterEach(async () => {
    await sql`delete from quiz_questions`;
  });
  const service = clientOf(api, "secretKey");
  let quiz: typeof import("../../lib/quiz/queries.server.ts");
  let countQuestions: () => Promise<number | undefined>;

  beforeAll(async () => {
    pointAppAt(api);
    quiz = await import("../../lib/quiz/queries.server.ts");
    const { getCoursePage } = await import("../../lib/catalogue/queries.server.ts");
    countQuestions = async () => (await getCoursePage(courseId))?.questionCount;
  });

  const importSample = () => importQuestions(service, createReadStream(sample));

  test("the bank ships empty", async () => {
    expect(await quiz.getQuiz(courseId)).toBeNull();
    expect(await countQuestions()).toBe(0);
  });

  test("a question of Chinese letters may be as long as one of Latin letters", async () => {
    const [row] =
      await sql`select string_agg(chr(19968 + (n * 7919) % 20000), '') as text from generate_series(1, 2000) n`;
    const file = (question: string) => bytesOf([header, `${courseId},${question},a|b,A,`].join("\n"));
    expect(await importQuestions(service, file(row?.text))).toMatchObject({ ok: true, inserted: 1 });
    expect(await importQuestions(service, file(row?.text))).toMatchObject({ ok: true, unchanged: 1 });
  });

  test("a file's questions make a quiz, in the file's order and without a word of the answers", async () => {
    expect(await importSample()).toEqual({
      ok: true,
      inserted: 15,
      updated: 0,
      unchanged: 0,
      rejections: [],
    });
    expect(await countQuestions()).toBe(15);
    const found = await quiz.getQuiz(courseId);
    expect(found?.courseName).toBe("Linear algebra: Vectors and spaces");
    expect(await quiz.getQuiz("Linear algebra: Vectors and spaces")).toEqual(found);
    const rows = await sql`select id::int, question, options from quiz_questions order by id`;
    expect(found?.questions.map(({ textVersion: _, ...question }) => question)).toEqual([...rows]);
    const file = await readFile(sample, "utf8");
    expect(found?.questions.map(({ question }) => file.indexOf(question))).toEqual(
      found?.questions.map(({ question }) => file.indexOf(question)).toSorted((a, b) => a - b),
    );
    expect(Object.keys(found?.questions[0] ?? {}).sort()).toEqual([
      "id",
      "options",
      "question",
      "textVersion",
    ]);
    for (const none of ["no-such-course", "classical-mechanics", "", "null"])
      expect(await quiz.getQuiz(none)).toBeNull();
  });

  test("importing a file again changes nothing; a changed question is updated and keeps its id", async () => {
    await importSample();
    expect(await importSample()).toMatchObject({ inserted: 0, updated: 0, unchanged: 15 });
    const before = (await quiz.getQuiz(courseId))?.questions[0];
    const changed = `${header}\n${courseId},"${before?.question}",yes|no|\\|x\\|,C,\n${courseId},New?,a|b,A,\n`;
    expect(await importQuestions(service, bytesOf(changed))).toMatchObject({
      inserted: 1,
      updated: 1,
      unchanged: 0,
    });
    const after = (await quiz.getQuiz(courseId))?.questions[0];
    expect(after).toMatchObject({
      id: before?.id,
      question: before?.question,
      options: ["yes", "no", "|x|"],
    });
    expect(await countQuestions()).toBe(16);
    expect(await quiz.checkAnswer(before!.id, 2, after!.textVersion)).toEqual({
      ok: true,
      answer: { correct: true, correctAnswer: 2, explanation: null },
    });
    // What was chosen from other options is not checked against these.
    expect(await quiz.checkAnswer(before!.id, 0, before!.textVersion)).toMatchObject({ status: 409 });
  });

  test("bad rows are named and good rows imported", async () => {
    const mixed = `${header}\nno-such-course,q,a|b,A,\n${courseId},good,a|b,B,e\n${courseId},bad,a|b,C,\n`;
    expect(await importQuestions(service, bytesOf(mixed))).toMatchObject({
      inserted: 1,
      rejections: [
        { rowNumber: 2, faults: [{ column: "course slug", value: "no-such-course" }] },
        { rowNumber: 4, faults: [{ column: "correct option", value: "C" }] },
      ],
    });
  });

  test("more questions than the API gives rows make one quiz", async () => {
    const rows = Array.from({ length: 1100 }, (_, index) => `${courseId},Question ${index},a|b,A,`);
    const source = bytesOf([header, ...rows].join("\n"), 4096);
    expect(await importQuestions(service, source)).toMatchObject({ inserted: 1100, rejections: [] });
    expect((await quiz.getQuiz(courseId))?.questions).toHaveLength(1100);
  });

  test("the right answer is told only after an answer", async () => {
    await importSample();
    const [question] = (await quiz.getQuiz(courseId))!.questions;
    const [row] = await sql`select * from quiz_questions where id = ${question!.id}`;
    for (const option of question!.options.keys()) {
      expect(await quiz.checkAnswer(question!.id, option, question!.textVersion)).toEqual({
        ok: true,
        answer: {
          correct: option === row?.correct_answer,
          correctAnswer: row?.correct_answer,
          explanation: row?.explanation,
        },
      });
    }
    const beyond = question!.options.length;
    expect(await quiz.checkAnswer(question!.id, beyond, question!.textVersion)).toMatchObject({
      status: 400,
    });
    expect(await quiz.checkAnswer(2 ** 40, 0, question!.textVersion)).toMatchObject({ status: 404 });
  });

  test("visitors and learners cannot read answers or write questions", async () => {
    await importSample();
    const learner = await signUp(api);
    for (const client of [clientOf(api), learner.client]) {
      expect((await client.from("quiz_questions").select("correct_answer")).data ?? []).toEqual([]);
      expect((await client.from("quiz_questions").select("explanation")).data ?? []).toEqual([]);
      const row = { course_id: courseId, question: "q", options: ["a", "b"], correct_answer: 0 };
      expect((await client.from("quiz_questions").insert(row)).error).not.toBeNull();
      expect(
        (await client.rpc("import_quiz_questions", { p_questions: JSON.stringify([row]) })).error,
      ).not.toBeNull();
      await client.from("quiz_questions").delete().gt("id", 0);
      const { data } = await client.rpc("find_quiz", { p_course_id: courseId });
      expect(data).toHaveLength(1);
      expect(JSON.stringify(data)).not.toMatch(/correct|explanation/);
    }
    expect(await countQuestions()).toBe(15);
  });
});

describeOnEachApi("the planner's courses", (api, sql) => {
  test("every course of the catalogue is listed once, by name", async () => {
    pointAppAt(api);
    const { listCourses } = await import("../../lib/planner/courses.server.ts");
    const rows = await sql`
      select coalesce(min("SEO:Slug"), "Course Name") as id, "Course Name" as name
      from lectures group by "Course Name"`;
    const courses = await listCourses();
    const byName = (a: readonly string[], b: readonly string[]) => (a[1]! < b[1]! ? -1 : 1);
    expect(courses.toSorted(byName)).toEqual(rows.map(({ id, name }) => [id, name]).sort(byName));
  });
});
