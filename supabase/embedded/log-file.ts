import { type FileHandle, open, readFile, rename, stat } from "node:fs/promises";

/** A log file that a child process writes to. */
type LogFile = {
  handle: FileHandle;
  /** The last 2,000 characters written since it was opened, for an error message. */
  tail(): Promise<string>;
};

const MAX_BYTES = 5_000_000;
const TAIL_CHARACTERS = 2000;

/** Opens a log for appending. A log above 5 MB is renamed to `.1` first. */
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
