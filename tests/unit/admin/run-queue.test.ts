import { expect, test } from "vitest";
import type { Ended } from "../../../components/admin/import/activity.ts";
import { leaveWaiting, type QueuedFile, runQueue } from "../../../components/admin/import/run-queue.ts";

/** Runs a queue of files, each of which ends as its name says, and records the queue's state at each change. */
async function run(names: string[], { stopDuring }: { stopDuring?: string } = {}) {
  const seen: string[][] = [];
  const imported: string[] = [];
  let queue: QueuedFile<string>[] = [];
  const store = {
    get: () => queue,
    set(next: QueuedFile<string>[]) {
      queue = next;
      seen.push(queue.map(({ state }) => state));
    },
  };
  const importOne = async (name: string): Promise<Ended> => {
    imported.push(name);
    if (name === stopDuring) leaveWaiting(store);
    if (name === "signed out") return { state: "failed", text: name, isSignedOut: true };
    return { state: name as Ended["state"], text: name };
  };
  await runQueue(names, importOne, store);
  return { seen, imported };
}

test("files are imported one after the other; one that fails or is cancelled does not stop the rest", async () => {
  const { seen, imported } = await run(["failed", "cancelled", "done"]);
  expect(imported).toEqual(["failed", "cancelled", "done"]);
  expect(seen).toEqual([
    ["waiting", "waiting", "waiting"],
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

test("a queue that is stopped finishes the file under way, and leaves the others", async () => {
  const { seen, imported } = await run(["done", "failed", "cancelled"], { stopDuring: "done" });
  expect(imported).toEqual(["done"]);
  expect(seen.slice(2)).toEqual([
    ["running", "left", "left"],
    ["done", "left", "left"],
  ]);
});
