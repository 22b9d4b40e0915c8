import { expect, test, vi } from "vitest";
import { type Part, supervise } from "../../../scripts/supervise.ts";

/** A part that the test ends. */
function createPart() {
  let end: (reason: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  return { ended, end, stop: async () => end("stopped") };
}

/** Controls the starts of a part: the test makes each one succeed or fail. */
function createStarts() {
  const parts: ReturnType<typeof createPart>[] = [];
  const previous: (Part | undefined)[] = [];
  const failures: string[] = [];
  const start = async (before?: Part) => {
    previous.push(before);
    const failure = failures.shift();
    if (failure) throw new Error(failure);
    const part = createPart();
    parts.push(part);
    return part;
  };
  return { parts, previous, failures, start };
}

async function superviseStarts(pauses = [0, 0, 0], standIn = async () => {}) {
  const starts = createStarts();
  const controller = new AbortController();
  const messages: string[] = [];
  const onRestart = vi.fn();
  const onGivenUp = (message: string) => void messages.push(message);
  const supervised = await supervise("The part", starts.start, {
    signal: controller.signal,
    onGivenUp,
    onRestart,
    standIn,
    pauses,
  });
  return { ...starts, supervised, controller, messages, onRestart };
}

test("a part that ends is started again, in place of the one before", async () => {
  const { parts, previous, supervised, messages, onRestart } = await superviseStarts();
  expect(onRestart).not.toHaveBeenCalled();
  const [first] = parts;
  first?.end("It was killed.");
  await expect.poll(() => parts.length).toBe(2);
  expect(previous).toEqual([undefined, first]);
  await expect.poll(() => supervised.current()).toBe(parts[1]);
  expect(messages).toEqual([]);
  expect(onRestart).toHaveBeenCalledOnce();
});

test("something stands in for a part before the pause, and a stand-in that fails keeps nothing from starting", async () => {
  const HOUR = 3_600_000;
  const standIn = vi.fn(async () => {
    throw new Error("The port is taken.");
  });
  const { parts, controller } = await superviseStarts([0, HOUR], standIn);
  parts[0]?.end("It was killed.");
  await expect.poll(() => parts.length).toBe(2);
  parts[1]?.end("It was killed again.");
  await expect.poll(() => standIn.mock.calls.length).toBe(2);
  expect(parts).toHaveLength(2);
  controller.abort();
});

test("a part that keeps ending is given up with the last reason", async () => {
  const { parts, failures, messages } = await superviseStarts([0, 0, 0]);
  failures.push("There is no space.", "There is still no space.");
  parts[0]?.end("It was killed.");
  await expect.poll(() => parts.length).toBe(2);
  parts[1]?.end("It was killed again.");
  await expect.poll(() => messages).toEqual(["The part has ended 4 times in a row. It was killed again."]);
  expect(parts).toHaveLength(2);
});

test("a first start that fails is not tried again", async () => {
  const { start, failures, previous } = createStarts();
  failures.push("Wrong password.");
  const { signal } = new AbortController();
  await expect(supervise("The part", start, { signal, onGivenUp: () => {} })).rejects.toThrow(
    "Wrong password.",
  );
  expect(previous).toHaveLength(1);
});

test("a part that is stopped stays stopped", async () => {
  const { parts, supervised, messages } = await superviseStarts();
  await supervised.stop();
  expect(await parts[0]?.ended).toBe("stopped");
  expect([parts.length, messages]).toEqual([1, []]);
});

test("no part is started while everything ends", async () => {
  const { parts, controller, supervised, messages } = await superviseStarts([60_000]);
  parts[0]?.end("It was killed.");
  controller.abort();
  await supervised.stop();
  expect([parts.length, messages]).toEqual([1, []]);
});
