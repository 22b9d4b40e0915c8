import type { FileFormat } from "../csv/format.ts";

const ENCODINGS: Record<FileFormat["encoding"], string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};
const DELIMITERS: Record<FileFormat["delimiter"], string> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

/** `Text in UTF-8, separated by commas; row 1 names the columns.` */
export const describeFormat = ({ encoding, delimiter, headerRow }: FileFormat): string =>
  `Text in ${ENCODINGS[encoding]}, separated by ${DELIMITERS[delimiter]}; row ${headerRow} names the columns.`;
