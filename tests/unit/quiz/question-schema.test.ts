import { expect, test } from "vitest";
import { questionSchema } from "../../../lib/quiz/question-schema.ts";

const question = { question: "Which one?", options: ["one", "two"], correctAnswer: 0, explanation: "" };
const messagesFor = (changed: object) =>
  questionSchema.safeParse({ ...question, ...changed }).error?.issues.map(({ message }) => message) ?? [];

test("what is typed is stored as an import would store it", () => {
  const read = questionSchema.parse({ ...question, question: " Cafe\u0301?\u200B ", explanation: "\u200B" });
  expect(read).toMatchObject({ question: "Caf\u00E9?", explanation: "" });
});

test("options that look the same, or cannot be seen, are refused", () => {
  expect(messagesFor({ options: ["\u00E9", "e\u0301"] })).toEqual(["This is option A again"]);
  expect(messagesFor({ options: ["one", "\u200B"] })).toEqual(["Enter the option"]);
  expect(messagesFor({ options: ["one", "a\0b"] })).toEqual(["This text contains a control character"]);
});

test("the options are too long together in characters, as in an imported file", () => {
  const long = (character: string) =>
    [..."ABCDEFGHIJKLMNOPQRST"].map((letter) => letter + character.repeat(799));
  expect(messagesFor({ options: long("😀") })).toEqual([]);
  expect(messagesFor({ options: long("|") })).toEqual(["The options are too long together"]);
});
