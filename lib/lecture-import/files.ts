import { importMessages } from "./messages.ts";

/** The storage bucket for uploaded files. */
export const BUCKET = "csv-imports";

/** The additional column in files of rows to correct. */
export const REASON = "Reason";

/** Days for which a file is kept if its import failed, was cancelled or rejected rows, or if it was only checked. */
export const KEPT_DAYS = 7;

/** 100 MB, the same limit as the bucket's. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Whether a name is that of a workbook: the reader says of those that it cannot read what to do with them. */
export const isWorkbookName = (name: string): boolean => /\.(xls[xmb]?|ods|numbers)$/i.test(name);

/** What is wrong with a file's name or size; null if nothing is. A check accepts more kinds of file than CSV. */
export function findFileFault(
  { name, size }: { name: string; size: number },
  mode: "import" | "check" = "import",
): string | null {
  // Some systems write the extension in capitals.
  if (mode === "check" && !/\.(csv|tsv|txt)$/i.test(name) && !isWorkbookName(name))
    return importMessages.notATable;
  if (mode === "import" && !/\.csv$/i.test(name)) return importMessages.notCsv;
  return size > MAX_FILE_BYTES ? importMessages.tooLarge : null;
}

/** A file of lectures that is shipped with the product. */
export type Preset = {
  label: string;
  fileName: string;
  /** The path at which the app serves it. */
  path: string;
};

/** The 13 preset files, in order. */
export const presets: readonly Preset[] = Array.from({ length: 13 }, (_, index) => {
  const fileName = `Master_-_Lectern-${index + 4}.csv`;
  return { label: `Import Master Lectern-${index + 4}`, fileName, path: `/data/${fileName}` };
});
