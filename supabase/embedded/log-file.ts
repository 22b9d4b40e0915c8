import { type FileHandle, open, readFile, rename, stat } from "node:fs/promises";

/** A log that a child process writes to, and what was written since it was opened. */
export type LogFile = {
  handle: FileHandle;
  /** The end of what was written since, for an error message. */
  tail(): Promise<string>;
};

const MAX_BYTES = 5_000_000;
const TAIL_CHARACTERS = 2000;

/** Opens a log to append to; one that has grown large makes way for a new one and is kept as `.1`. */
export async function openLog(file: string): Promise<LogFile> {
  if ((await sizeOf(file)) > MAX_BYTES) await rename(file, `${file}.1`);
  const start = await sizeOf(file);
  return {
    handle: await open(file, "a", 0o600),
    tail: async () => (await readFile(file)).subarray(start).toString().trim().slice(-TAIL_CHARACTERS),
  };
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
