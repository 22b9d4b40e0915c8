import type { Ended } from "./activity";

/** One of several files, with its state. `left` means that its import was never started. */
export type QueuedFile<F = File> = {
  file: F;
  state: "waiting" | "running" | "left" | Ended["state"];
  /** The result of its import; empty until then. */
  text: string;
};

/**
 * Imports files one after the other. A failed file does not stop the rest, unless the session has ended.
 * @param onChange receives the whole queue after each change
 * @param isStopped called before each file: whether to skip this file and all that follow
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
