import type { Ended } from "./activity";

/** A file of several, and how it stands. `left` is one that was not come to. */
export type QueuedFile<F = File> = {
  file: F;
  state: "waiting" | "running" | "left" | Ended["state"];
  /** What came of it. */
  text: string;
};

/**
 * Imports files one after the other. One that fails does not stop the rest, unless no further one would get there.
 * @param onChange gets the whole queue, each time that something of it has changed
 * @param isStopped asked before each file: whether it and all after it are left
 */
export async function runQueue<F>(
  files: readonly F[],
  importOne: (file: F) => Promise<Ended>,
  onChange: (queue: QueuedFile<F>[]) => void,
  isStopped: () => boolean,
): Promise<void> {
  let queue = files.map((file): QueuedFile<F> => ({ file, state: "waiting", text: "" }));
  const change = (index: number, changed: Partial<QueuedFile<F>>) => {
    queue = queue.map((one, at) => (at === index ? { ...one, ...changed } : one));
    onChange(queue);
  };
  let isOver = false;
  for (const [index, file] of files.entries()) {
    isOver ||= isStopped();
    if (isOver) {
      change(index, { state: "left" });
      continue;
    }
    change(index, { state: "running" });
    const { state, text, isSignedOut } = await importOne(file);
    change(index, { state, text });
    isOver = isSignedOut === true;
  }
}
