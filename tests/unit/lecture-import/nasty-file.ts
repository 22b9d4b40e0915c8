import { countRows } from "../../../lib/csv/table.ts";
import { lectureTable } from "../../../lib/lecture-import/columns.ts";
import { importLectures } from "../../../lib/lecture-import/import-lectures.ts";
import { acceptBatch, HEADER_LINE, lineWith } from "./support.ts";

// Runs as a separate process, so that its memory can be measured: counts and imports a file of the kind that its
// argument names, and prints both results and how far its memory rose above the initial value.

const MEGABYTE = 1024 * 1024;

/** For each kind of file: how it begins, what is repeated then, and how often. */
const KINDS: Record<string, [start: string, repeated: string, times: number]> = {
  "a field of 50 MB": [`${HEADER_LINE}\nCourse,`, "x".repeat(MEGABYTE), 50],
  "a quoted field of 50 MB": [`${HEADER_LINE}\nCourse,"`, `x,""\n`.repeat(MEGABYTE / 5), 50],
  "a header of 50 MB": ["", "x".repeat(MEGABYTE), 50],
  "a header of a million columns": [HEADER_LINE, ",x".repeat(1_000_000), 1],
  "a row of a million columns": [`${HEADER_LINE}\n`, "x,".repeat(1_000_000), 1],
  "rows of 100,000 columns": [`${HEADER_LINE}\n`, `${"x,".repeat(100_000)}\n`, 50],
  "rows of 200,000 empty columns": [`${HEADER_LINE}\n`, `${",".repeat(200_000)}\n`, 25],
  "rows as long as can be": [
    `${HEADER_LINE}\n`,
    `${lineWith({ course_description: "é".repeat(10_000), image: "x".repeat(200_000) })}\n`,
    100,
  ],
  "4 MB of line breaks": [`${HEADER_LINE}\n`, "\n".repeat(MEGABYTE), 4],
  "10 MB of short rows below quotation marks": [
    `""\n${"Course Name,Lecture Number\n".repeat(30)}`,
    "a\n".repeat(MEGABYTE / 2),
    10,
  ],
  "rows of quotation marks behind a space": [
    `${HEADER_LINE}\n`,
    `${lineWith({ keywords: "MARKS" }).replace("MARKS", ` "${'""'.repeat(100_000)}"`)}\n`,
    12,
  ],
  "100 MB of quotation marks": [`${HEADER_LINE}\n"`, '"'.repeat(MEGABYTE), 100],
  // The start of one of these two files ends inside a doubled quotation mark, that of the other behind one.
  "100 MB of quotation marks, one byte later": [`${HEADER_LINE},\n"`, '"'.repeat(MEGABYTE), 100],
};

async function* read(start: string, repeated: string, times: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(start);
  const bytes = Buffer.from(repeated);
  for (let time = 0; time < times; time++) {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
}

const [start, repeated, times] = KINDS[process.argv[2] ?? ""]!;
const before = process.memoryUsage().rss;
const counted = await countRows(read(start, repeated, times), lectureTable);
const imported = await importLectures(read(start, repeated, times), { writeBatch: acceptBatch });
const rise = (process.resourceUsage().maxRSS * 1024 - before) / MEGABYTE;
console.log(JSON.stringify({ counted, imported, rise: Math.round(rise) }));
