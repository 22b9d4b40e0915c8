import { importMessages } from "./messages.ts";

/** 100 MB, as the bucket of the files has it too. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** What is wrong with a file to be imported, by its name and size alone; null where nothing is. */
export function findFileFault({ name, size }: { name: string; size: number }): string | null {
  // Some systems write the ending in capitals.
  if (!/\.csv$/i.test(name)) return importMessages.notCsv;
  return size > MAX_FILE_BYTES ? importMessages.tooLarge : null;
}
