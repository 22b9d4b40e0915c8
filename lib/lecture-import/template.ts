import { EXAMPLES } from "./columns.ts";
import { headerLine, lectureLine } from "./export-lectures.ts";

/** A file with every column of an import, and example lectures to be replaced. */
export function templateFile(): string {
  return (
    headerLine("spreadsheets") + EXAMPLES.map((lecture) => lectureLine(lecture, "spreadsheets")).join("")
  );
}
