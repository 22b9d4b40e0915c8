import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { share } from "../../long-form.ts";

const program = fileURLToPath(new URL("nasty-file.ts", import.meta.url));

/** The limit in megabytes: a reader that keeps every cell of these files, or every blank row, takes more. */
const LIMIT = 120;

/** Without this limit, V8 grows its space for short-lived objects to 128 MB. */
const flags = ["--max-semi-space-size=16"];

const tooLong = (row: number, hint: string) => ({
  ok: false,
  message: `Row ${row} is longer than 262,144 characters. ${hint}`,
});
const long = "No row of a file of lectures is that long.";
const open = "Is a quotation mark in it left open?";

const files: [string, object][] = [
  ["a field of 50 MB", tooLong(2, long)],
  ["a quoted field of 50 MB", tooLong(2, open)],
  ["a header of 50 MB", tooLong(1, long)],
  ["a header of a million columns", tooLong(1, long)],
  ["a row of a million columns", tooLong(2, long)],
  ["rows of 100,000 columns", { ok: true, rejected: 50 }],
  ["rows of 200,000 empty columns", { ok: false, message: "The file has no rows below its column names." }],
  ["rows as long as can be", { ok: true, rejected: 100 }],
  ["4 MB of line breaks", { ok: false, message: "The file has no rows below its column names." }],
  [
    "10 MB of short rows below quotation marks",
    {
      ok: false,
      message:
        "Row 2 of the file lacks the columns lecture name, youtube. Under “Check a file” you can say which column is which.",
    },
  ],
  ["rows of quotation marks behind a space", { ok: true, rejected: 12 }],
  ["100 MB of quotation marks", tooLong(2, open)],
  ["100 MB of quotation marks, one byte later", tooLong(2, open)],
];

it.each(share(files, 3))("%s take no more memory than other files", async (kind, answer) => {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, kind]);
  const { counted, imported, rise } = JSON.parse(stdout);
  expect(imported).toMatchObject(answer);
  expect(counted.ok ? counted.rows : counted).toEqual(imported.ok ? imported.total : imported);
  expect(rise).toBeLessThan(LIMIT);
});
