import { expect, test } from "vitest";
import { createLatestWins } from "../../../lib/progress/latest-wins.ts";

/** A server whose responses the test controls. */
function controlled() {
  const sent: { key: number; state: boolean; answer: (outcome: boolean) => void }[] = [];
  const settled: [number, boolean, boolean][] = [];
  const {
    enqueue: want,
    hurry,
    idle,
  } = createLatestWins<number, boolean, boolean>(
    (key, state) => new Promise((answer) => sent.push({ key, state, answer })),
    (key, state, outcome) => settled.push([key, state, outcome]),
  );
  const answerNext = async (outcome: boolean) => {
    sent.shift()?.answer(outcome);
    await new Promise(setImmediate);
  };
  return { sent, settled, want, hurry, idle, answerNext };
}

test("one request at a time, and the state last wanted is what stays", async () => {
  const { sent, settled, want, answerNext } = controlled();
  want(1, true);
  want(1, false);
  want(1, true);
  want(1, false);
  expect(sent.map(({ state }) => state)).toEqual([true]);
  await answerNext(true);
  expect(sent.map(({ state }) => state)).toEqual([false]);
  expect(settled).toEqual([]);
  await answerNext(true);
  expect(settled).toEqual([[1, false, true]]);
  expect(sent).toEqual([]);
});

test("things do not wait for each other, and can change again later", async () => {
  const { sent, settled, want, answerNext } = controlled();
  want(1, true);
  want(2, true);
  expect(sent.map(({ key }) => key)).toEqual([1, 2]);
  await answerNext(true);
  await answerNext(false);
  expect(settled).toEqual([
    [1, true, true],
    [2, true, false],
  ]);
  want(1, false);
  await answerNext(true);
  expect(settled.at(-1)).toEqual([1, false, true]);
});

test("a failure that was overtaken is not told", async () => {
  const { settled, want, answerNext } = controlled();
  want(1, true);
  want(1, false);
  await answerNext(false);
  await answerNext(true);
  expect(settled).toEqual([[1, false, true]]);
});

test("a page that closes sends the state last wanted at once, and nothing is told of the one before", async () => {
  const { sent, settled, want, hurry, idle, answerNext } = controlled();
  want(1, true);
  want(1, false);
  want(2, true);
  hurry();
  await new Promise(setImmediate);
  expect(sent.map(({ key, state }) => [key, state])).toEqual([
    [1, true],
    [2, true],
    [1, false],
  ]);
  for (const _ of sent.slice()) await answerNext(true);
  await idle();
  expect(settled).toEqual([
    [2, true, true],
    [1, false, true],
  ]);
});

test("what is under way is waited for", async () => {
  const { settled, want, idle, answerNext } = controlled();
  want(1, true);
  want(1, false);
  let isIdle = false;
  const waiting = idle().then(() => (isIdle = true));
  await answerNext(true);
  expect(isIdle).toBe(false);
  await answerNext(true);
  await waiting;
  expect(settled).toEqual([[1, false, true]]);
});
