import type { Ended } from "./activity";

/** One of several files, with its state. `left` means that its import was never started. */
export type QueuedFile<F = File> = {
  file: F;
  state: "waiting" | "running" | "left" | Ended["state"];
  /** The result of its import; empty until then. */
  text: string;
};

/** Where a queue is kept. It is read before each file, so that it may be changed while it runs. */
export type QueueStore<F> = { get(): QueuedFile<F>[]; set(queue: QueuedFile<F>[]): void };

/** Imports files one after the other. A failed file does not stop the rest, unless the session has ended. */
export async function runQueue<F>(
  files: readonly F[],
  importOne: (file: F) => Promise<Ended>,
  store: QueueStore<F>,
): Promise<void> {
  store.set(files.map((file) => ({ file, state: "waiting", text: "" })));
  const change = (index: number, changed: Partial<QueuedFile<F>>) =>
    store.set(store.get().map((one, at) => (at === index ? { ...one, ...changed } : one)));
  for (const [index, file] of files.entries()) {
    if (store.get()[index]?.state !== "waiting") continue;
    change(index, { state: "running" });
    const { state, text, isSignedOut } = await importOne(file);
    change(index, { state, text });
    if (isSignedOut) leaveWaiting(store);
  }
}

/** Skips the files whose import has not started. */
export function leaveWaiting<F>(store: QueueStore<F>): void {
  store.set(store.get().map((one) => (one.state === "waiting" ? { ...one, state: "left" } : one)));
}
