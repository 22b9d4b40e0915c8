import type { FileFormat } from "../csv/format.ts";

const DELIMITERS: Record<FileFormat["delimiter"], string> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

function showEncoding(encoding: FileFormat["encoding"]): string {
  if (encoding === "x-mac-cyrillic") return "Mac Cyrillic";
  return encoding.startsWith("utf-16")
    ? "UTF-16"
    : encoding.replace("utf", "UTF").replace("windows", "Windows");
}

/** `Text in UTF-8, separated by commas; row 1 names the columns.` */
export const describeFormat = ({ encoding, delimiter, headerRow }: FileFormat): string =>
  `Text in ${showEncoding(encoding)}, separated by ${DELIMITERS[delimiter]}; row ${headerRow} names the columns.`;
