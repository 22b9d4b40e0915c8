import { copyFile, type FileHandle, open, readFile, stat, truncate } from "node:fs/promises";

/** A log file that a child process writes to. */
type LogFile = {
  handle: FileHandle;
  /** The last 2,000 characters written since it was opened, for an error message. */
  tail(): Promise<string>;
};

const MAX_BYTES = 5_000_000;
const TAIL_CHARACTERS = 2000;

/** Opens a log for appending, after rotating it if it is too large. */
export async function openLog(file: string): Promise<LogFile> {
  await rotateLog(file);
  const start = await sizeOf(file);
  return {
    handle: await open(file, "a", 0o600),
    tail: async () => {
      const content = await readFile(file);
      // A log that is shorter than at its opening was rotated.
      const written = content.length < start ? content : content.subarray(start);
      return written.toString().trim().slice(-TAIL_CHARACTERS);
    },
  };
}

/**
 * Moves the text of a log above 5 MB to `.1`, which is overwritten. Programs may have the log open for appending, so
 * it is emptied rather than renamed; what they write between the copying and the emptying is lost.
 */
export async function rotateLog(file: string): Promise<void> {
  if ((await sizeOf(file)) <= MAX_BYTES) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** Rotates logs once a minute, for as long as this process runs. */
export function keepLogsShort(files: readonly string[]): void {
  setInterval(() => {
    for (const file of files) rotateLog(file).catch(console.error);
  }, 60_000).unref();
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
