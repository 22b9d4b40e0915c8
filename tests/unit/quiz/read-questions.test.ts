import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parseCourseId } from "../../../lib/quiz/course-param.ts";
import { readQuestions } from "../../../lib/quiz/read-questions.ts";
import { bytesOf } from "../csv/support.ts";

const header = "course slug,question,options,correct option,explanation";
const findCourse = async (slug: string) => (slug === "known" ? "known-id" : null);

async function read(content: string | Uint8Array) {
  const result = await readQuestions(bytesOf(content), findCourse);
  if (!result.ok) throw new Error(result.message);
  return result;
}
const failureOf = async (content: string) => readQuestions(bytesOf(content), findCourse);

test("a row is a question of the course that its slug stands for", async () => {
  const { questions, rejections } = await read(`${header}\nknown, Why? , a | b |c,b,Because.\n`);
  expect(rejections).toEqual([]);
  expect(questions).toEqual([
    {
      rowNumber: 2,
      question: {
        course: "known-id",
        question: "Why?",
        options: ["a", "b", "c"],
        correctAnswer: 1,
        explanation: "Because.",
      },
    },
  ]);
});

test("columns come in any order, with or without an explanation, beside others", async () => {
  const { questions } = await read("ANSWER,note,Options,Course,QUESTION\nB,x,1|2,known,q\n");
  expect(questions[0]?.question).toMatchObject({ correctAnswer: 1, options: ["1", "2"], explanation: null });
});

test("a bar in an option is written with a backslash", async () => {
  const { questions } = await read(`${header}\nknown,q,\\|x\\||x|a\\b,A,\n`);
  expect(questions[0]?.question.options).toEqual(["|x|", "x", "a\\b"]);
});

test.each([
  ["unknown,q,a|b,A,", "course slug", "no course of the catalogue has this slug"],
  [",q,a|b,A,", "course slug", "required"],
  ["known,  ,a|b,A,", "question", "required"],
  [`known,${"q".repeat(2001)},a|b,A,`, "question", "longer than 2,000 characters"],
  ["known,q,,A,", "options", "required"],
  ["known,q,only one,A,", "options", "at least two options are needed, separated by |"],
  ["known,q,a||b,A,", "options", "option B is empty"],
  ["known,q,a|b|a,A,", "options", "option C is there twice"],
  ["known,q,#REF!,A,", "options", "at least two options are needed, separated by |"],
  [`known,q,a|${"b".repeat(1001)},A,`, "options", "option B is longer than 1,000 characters"],
  ["known,#N/A,a|b,A,", "question", "an error of the spreadsheet"],
  [`known,q,${Array.from({ length: 27 }, (_, i) => i).join("|")},A,`, "options", "27 options, 26 at most"],
  ["known,q,a|b,C,", "correct option", "not a letter from A to B"],
  ["known,q,a|b,1,", "correct option", "not a letter from A to B"],
  ["known,q,a|b,AB,", "correct option", "not a letter from A to B"],
  ["known,q,Osmosis|Photosynthesis,Photosynthesis,", "correct option", "not a letter from A to B"],
  ["known,q,a|b,,", "correct option", "required"],
  [`known,q,a|b,A,${"e".repeat(5001)}`, "explanation", "longer than 5,000 characters"],
  ["known,q,a|b", null, "3 cells found, 5 expected"],
  ['known,"a "quoted" word",a|b,A,', null, "a quotation mark inside a quoted cell is not doubled"],
])("a bad row is named and the good one behind it goes in: %s", async (row, column, reason) => {
  const { questions, rejections } = await read(`${header}\n${row}\nknown,good,a|b,A,\n`);
  expect(rejections).toEqual([{ rowNumber: 2, faults: [{ column, value: expect.any(String), reason }] }]);
  expect(questions.map(({ question }) => question.question)).toEqual(["good"]);
});

test("a question that a course has twice in a file goes in once", async () => {
  const { questions, rejections } = await read(`${header}\nknown,q,a|b,A,\n\nknown,q,a|c,B,\n`);
  expect(questions.map(({ rowNumber }) => rowNumber)).toEqual([2]);
  expect(rejections).toEqual([
    {
      rowNumber: 4,
      faults: [{ column: "question", value: "q", reason: "the same question of this course is in row 2" }],
    },
  ]);
});

test("a row that is not UTF-8 is rejected", async () => {
  const damaged = [Buffer.from(`${header}\nknown,café,a|b,A,\nknown,caf`), [0xc3], Buffer.from(",a|b,A,\n")];
  const { rejections } = await read(Buffer.concat(damaged.map((part) => Buffer.from(part as Uint8Array))));
  expect(rejections).toMatchObject([
    {
      rowNumber: 3,
      faults: [{ column: "question", reason: "not valid UTF-8 text; save the file as “CSV UTF-8”" }],
    },
  ]);
});

test("a file of too many courses is a failure, which is found before all of them were asked for", async () => {
  const asked: string[] = [];
  const file = `${header}\n${Array.from({ length: 9 }, (_, course) => `course ${course},q,a|b,A,\n`).join("")}`;
  const find = async (slug: string) => String(asked.push(slug));
  expect(await readQuestions(bytesOf(file), find, 3)).toEqual({
    ok: false,
    message: "The file has questions of more than 3 courses. Import one course at a time.",
  });
  expect(asked).toHaveLength(4);
  expect(await readQuestions(bytesOf(file), find, 9)).toMatchObject({ ok: true });
});

test("a file that is no list of questions is a failure", async () => {
  expect(await failureOf("")).toEqual({ ok: false, message: "The file is empty." });
  expect(await failureOf(`${header}\n`)).toEqual({
    ok: false,
    message: "The file has no rows below its column names.",
  });
  expect(await failureOf("a,explanation\n1,2\n")).toMatchObject({
    message: expect.stringContaining("lacks the columns course slug, question, options, correct option"),
  });
  expect(await failureOf("a,b\n1,2\n")).toMatchObject({
    message: expect.stringContaining("has to name the columns"),
  });
  expect(await failureOf("course,question,options,letter,correct\n")).toMatchObject({
    message: expect.stringContaining(
      "has two columns that may be “correct option”: “letter”, column 4, and “correct”, column 5.",
    ),
  });
});

test("the sample file has at least ten whole questions, and its answers are not all one letter", async () => {
  const file = new URL("../../fixtures/quiz/linear-algebra-vectors-and-spaces.csv", import.meta.url);
  const result = await readQuestions(bytesOf(await readFile(file)), async (slug) => slug);
  if (!result.ok) throw new Error(result.message);
  expect(result.rejections).toEqual([]);
  expect(result.questions.length).toBeGreaterThanOrEqual(10);
  expect(new Set(result.questions.map(({ question }) => question.correctAnswer)).size).toBe(4);
  expect(result.questions.every(({ question }) => question.explanation)).toBe(true);
});

test("the course of an address is its first, where it can be one at all", () => {
  expect(parseCourseId("a b")).toBe("a b");
  expect(parseCourseId(["a", "b"])).toBe("a");
  for (const none of [undefined, "", [], "a\0b", "x".repeat(501)]) expect(parseCourseId(none)).toBeNull();
});
