import { expect, test } from "vitest";
import type { Ended } from "../../../components/admin/import/activity.ts";
import { type QueuedFile, runQueue } from "../../../components/admin/import/run-queue.ts";

/** Runs a queue of files, each of which ends as its name says, and records the queue's state at each change. */
async function run(names: string[], { stopBefore }: { stopBefore?: string } = {}) {
  const seen: string[][] = [];
  const imported: string[] = [];
  let next = 0;
  const importOne = async (name: string): Promise<Ended> => {
    imported.push(name);
    if (name === "signed out") return { state: "failed", text: name, isSignedOut: true };
    return { state: name as Ended["state"], text: `${name} ${next}` };
  };
  const onChange = (queue: QueuedFile<string>[]) => seen.push(queue.map(({ state }) => state));
  await runQueue(names, importOne, onChange, () => names[next++] === stopBefore);
  return { seen, imported };
}

test("files are imported one after the other; one that fails or is cancelled does not stop the rest", async () => {
  const { seen, imported } = await run(["failed", "cancelled", "done"]);
  expect(imported).toEqual(["failed", "cancelled", "done"]);
  expect(seen).toEqual([
    ["running", "waiting", "waiting"],
    ["failed", "waiting", "waiting"],
    ["failed", "running", "waiting"],
    ["failed", "cancelled", "waiting"],
    ["failed", "cancelled", "running"],
    ["failed", "cancelled", "done"],
  ]);
});

test("no file is sent after one that found the session ended", async () => {
  const { seen, imported } = await run(["signed out", "done"]);
  expect(imported).toEqual(["signed out"]);
  expect(seen.at(-1)).toEqual(["failed", "left"]);
});

test("files that have not begun are left where the queue is stopped", async () => {
  const { seen, imported } = await run(["done", "failed", "cancelled"], { stopBefore: "failed" });
  expect(imported).toEqual(["done"]);
  expect(seen.at(-1)).toEqual(["done", "left", "left"]);
});
