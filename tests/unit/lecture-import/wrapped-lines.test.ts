import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { importLectures } from "../../../lib/lecture-import/import-lectures.ts";
import { bytesOf } from "../csv/support.ts";
import { HEADER_LINE, lineWith, memoryCatalogue } from "./support.ts";

const presets = new URL("../../../public/data/", import.meta.url);

/**
 * What a spreadsheet program writes that expects `separator`, after opening a file line by line without splitting it at
 * commas: it parts lines at its own separator, fills rows up to the widest one, and quotes what has to be quoted.
 */
function wrap(file: string, separator: string, { isFilled = true } = {}): string {
  const rows = file
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(separator));
  const width = isFilled ? Math.max(...rows.map((cells) => cells.length)) : 0;
  const quote = (cell: string) =>
    cell.includes('"') || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows
    .map((cells) => [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill("")])
    .map((cells) => `${cells.map(quote).join(separator)}\r\n`)
    .join("");
}

async function read(file: string) {
  const catalogue = memoryCatalogue();
  const result = await importLectures(bytesOf(file, 500), catalogue);
  const rejected = catalogue.batches.flatMap(({ rejections }) => rejections);
  return { result, lectures: [...catalogue.lectures], rows: rejected.map(({ rowNumber }) => rowNumber) };
}

const TRICKY = [
  HEADER_LINE,
  lineWith({ course_name: "Algebra; the basics", lecture_name: 'One, "two"', lecture_number: "1" }),
  lineWith({
    course_name: "Algebra",
    course_description: "First line\nsecond, with comma",
    lecture_name: "Two",
  }),
  lineWith({ course_name: "Algebra", lecture_name: "Three", lecture_number: "no number" }),
  lineWith({ course_name: "Logic", keywords: "a; b; c", lecture_name: "Four" }),
].join("\n");

test.each([
  [";", true],
  [";", false],
  ["\t", true],
] as const)(
  "lines that a program has wrapped with %j are read as they were (filled: %s)",
  async (separator, isFilled) => {
    const plain = await read(TRICKY);
    const wrapped = await read(wrap(TRICKY, separator, { isFilled }));
    expect(wrapped.lectures).toEqual(plain.lectures);
    expect(plain.lectures).toHaveLength(3);
    // Such a program shows a row for each line.
    expect([plain.rows, wrapped.rows]).toEqual([[4], [5]]);
  },
);

test("files of the catalogue are the same after they were wrapped", async () => {
  const names = (await readdir(presets)).filter((name) => name.endsWith(".csv")).slice(0, 3);
  for (const name of names) {
    const file = await readFile(new URL(name, presets), "utf8");
    const plain = await read(file);
    const wrapped = await read(wrap(file, ";"));
    expect(wrapped.result, name).toEqual(plain.result);
    expect(wrapped.lectures).toEqual(plain.lectures);
  }
});

test("files that no program has wrapped are left as they are", async () => {
  const rows = ['"A, b;",,,1,One;,', '"C; d",x;y;;,,2,"Two;",'].map((row) => `${row}\n`).join("");
  const { lectures } = await read(
    `Course Name,Subject,Instructor,Lecture Number,lecture name,youtube\n${rows}`,
  );
  expect(lectures.map(([key]) => JSON.parse(key))).toEqual([
    ["A, b;", 1, "One;"],
    ["C; d", 2, "Two;"],
  ]);
});
