import { z } from "zod";
import "../zod-in-browsers.ts";
import { isLongerThan, Refusal, storableText } from "../csv/cells.ts";
import { letterOf, MAX_OPTIONS } from "./letters.ts";
import { MAX_EXPLANATION, MAX_OPTION, MAX_OPTIONS_LENGTH, MAX_QUESTION } from "./limits.ts";
import { writeOptions } from "./options-cell.ts";

/** Text as an import would store it, so that what is exported is found again. */
function typed(limit: number) {
  return z.string().transform((raw, context) => {
    const text = storableText(raw);
    if (text instanceof Refusal) context.addIssue(`This text ${text.reason}`);
    else if (isLongerThan(text, limit)) context.addIssue(`At most ${limit.toLocaleString("en")} characters`);
    else return text;
    return z.NEVER;
  });
}

const options = z
  .array(typed(MAX_OPTION))
  .max(MAX_OPTIONS, { error: `At most ${MAX_OPTIONS} options` })
  .superRefine((found, context) => {
    if (found.length < 2) context.addIssue("At least two options are needed");
    for (const [index, option] of found.entries()) {
      if (option === "") context.addIssue({ code: "custom", path: [index], message: "Enter the option" });
      else if (found.indexOf(option) < index) {
        const message = `This is option ${letterOf(found.indexOf(option))} again`;
        context.addIssue({ code: "custom", path: [index], message });
      }
    }
    if (isLongerThan(writeOptions(found), MAX_OPTIONS_LENGTH))
      context.addIssue("The options are too long together");
  });

/** A question as the console sends it. The messages are shown next to the fields. */
export const questionSchema = z
  .strictObject({
    question: typed(MAX_QUESTION).refine((text) => text !== "", { error: "Enter the question" }),
    options,
    correctAnswer: z.int({ error: "Choose the right option" }).min(0, { error: "Choose the right option" }),
    explanation: typed(MAX_EXPLANATION),
  })
  .refine(({ options: given, correctAnswer }) => correctAnswer < given.length, {
    path: ["correctAnswer"],
    error: "Choose the right option",
  });

/** The most bytes in a request with a question, at four bytes per character. */
export const QUESTION_BYTES = 150_000;

export type TypedQuestion = z.infer<typeof questionSchema>;

/** A changed question, and the version on which the change is based. */
export const changedQuestionSchema = z.strictObject({
  question: questionSchema,
  version: z.string().max(64),
});
