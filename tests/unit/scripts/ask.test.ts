import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask, isYes } from "../../../scripts/ask.ts";

/** The output and the result when a user types an answer; null ends the input without an answer. */
async function answer(typed: string | null, accepts = isYes) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  input.end(typed === null ? "" : `${typed}\n`);
  const refusal = await ask("Go on? (y/N)", accepts, { input, output });
  return { refusal, shown: String(output.read() ?? "") };
}

test.each(["y", "Y", "yes", " yes "])("%o goes on", async (typed) => {
  const { refusal, shown } = await answer(typed);
  expect(refusal).toBeNull();
  expect(shown).toContain("Go on? (y/N) ");
});

test.each(["", "n", "no", "yesterday", null])("%o changes nothing", async (typed) => {
  expect((await answer(typed)).refusal).toBe("Nothing was changed.");
});

test("a question may want a certain answer", async () => {
  const isName = (typed: string) => typed === "ada";
  expect((await answer("ada", isName)).refusal).toBeNull();
  expect((await answer("y", isName)).refusal).toBe("Nothing was changed.");
});

test("without a terminal nothing is asked", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  expect(await ask("Go on?", isYes, { input, output })).toMatch(
    /^There is no terminal to ask on\. Add --yes/,
  );
  expect(output.read()).toBeNull();
});
