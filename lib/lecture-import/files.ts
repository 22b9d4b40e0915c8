import { importMessages } from "./messages.ts";

/** The storage bucket of the files. */
export const BUCKET = "csv-imports";

/** The column that rows to mend have more than their file. */
export const REASON = "Reason";

/** For so many days a file stays whose import failed, was cancelled or rejected rows, and one that was only checked. */
export const KEPT_DAYS = 7;

/** 100 MB, as the bucket has it too. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** What is wrong with a file, by its name and size alone; null where nothing is. A check reads more kinds than CSV. */
export function findFileFault(
  { name, size }: { name: string; size: number },
  mode: "import" | "check" = "import",
): string | null {
  // Some systems write the ending in capitals.
  if (mode === "check" && !/\.(csv|tsv|txt|xlsx)$/i.test(name)) return importMessages.notATable;
  if (mode === "import" && !/\.csv$/i.test(name)) return importMessages.notCsv;
  return size > MAX_FILE_BYTES ? importMessages.tooLarge : null;
}

/** A file of lectures that comes with the product. */
export type Preset = {
  label: string;
  fileName: string;
  /** Where the app serves it. */
  path: string;
};

/** The 13 preset files, in order. */
export const presets: readonly Preset[] = Array.from({ length: 13 }, (_, index) => {
  const fileName = `Master_-_Lectern-${index + 4}.csv`;
  return { label: `Import Master Lectern-${index + 4}`, fileName, path: `/data/${fileName}` };
});
