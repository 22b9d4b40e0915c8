import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { serialiseRow } from "../../../lib/csv/serialise-csv.ts";
import { countRows } from "../../../lib/csv/table.ts";
import { EXAMPLES, lectureTable } from "../../../lib/lecture-import/columns.ts";
import { describeWarning, WarningFinder } from "../../../lib/lecture-import/warnings.ts";
import { bytesOf } from "../csv/support.ts";

async function warningsOf(file: Uint8Array | string, courseNames: string[] = []) {
  const finder = new WarningFinder(courseNames);
  const counted = await countRows(bytesOf(file, 100_000), lectureTable, {
    onRow: (row, header) => finder.read(row, header),
  });
  expect(counted).toMatchObject({ ok: true });
  return finder.found();
}

const header = ["Course Name", "Lecture Number", "lecture name", "youtube", "Insitution", "Keywords"];
const fileOf = (rows: string[][]) => [header, ...rows].map((cells) => serialiseRow(cells)).join("");
const lecture = (name: string, institution = "") => ["A course", "1", name, "", institution, ""];

/** The value of each warning of a file with these names of lectures, by its kind. */
async function signsIn(...names: string[]) {
  const found = await warningsOf(fileOf(names.map((name) => lecture(name))));
  return Object.fromEntries(found.map(({ kind, value }) => [kind, value]));
}

describe("a cell is worth a look", () => {
  it.each([
    ["Die Universit?t im Wandel", "lostLetters", "Universit?t"],
    ["?ber Algebra", "lostLetters", "?ber"],
    ["K??k g?rmek", "lostLetters", "K??k"],
    ["???? ????????", "lostLetters", "????"],
    ["Universit\uFFFDt", "damaged", "Universit\uFFFDt"],
    ["UniversitÃ¤t", "encodedTwice", "UniversitÃ¤t"],
    ["Whatâ€™s new", "encodedTwice", "Whatâ€™s"],
    ["ÐÐ»Ð³ÐµÐ±Ñ€Ð°", "encodedTwice", "ÐÐ»Ð³ÐµÐ±Ñ€Ð°"],
    ["NULL", "noValue", "NULL"],
    [" n/a ", "noValue", "n/a"],
    ["\\N", "noValue", "\\N"],
    ["Q&amp;A", "markup", "Q&amp;A"],
    ["It&#39;s", "markup", "It&#39;s"],
    ["<b>Limits</b> of sequences", "markup", "<b>Limits</b>"],
  ])("%s", async (name, kind, value) => {
    expect(await signsIn(name)).toEqual({ [kind]: value });
  });

  it("rows of totals: a number in place of a lecture's name, or such a word in place of a course's", async () => {
    const rows = [
      ["A course", "", "Limits", "", "", ""],
      ["A course", "3", "1984", "", "", ""],
      ["A course", "", "1984", "https://youtu.be/oR6G1MUMveE", "", ""],
      ["A course", "", "2nd lecture", "", "", ""],
      ["Total", "", " 1.204 ", "", "", ""],
      ["Total of all", "", " 1.204 ", "", "", ""],
    ];
    const found = await warningsOf(fileOf(rows));
    expect(found).toEqual([
      { kind: "total", count: 2, rowNumber: 6, column: "lecture name", value: "1.204" },
    ]);
    expect(found.map(describeWarning)).toEqual([
      "2 cells look like totals, in rows without a video: “1.204” (row 6, lecture name). If such rows are totals, leave them out.",
    ]);
    const worded = await warningsOf(
      fileOf([
        ["Total", "1", "Limits", "https://youtu.be/oR6G1MUMveE", "", ""],
        ["Total war", "", "A lecture to come", "", "", ""],
        ["Gesamt", "12", "12 Vorlesungen", "", "", ""],
      ]),
    );
    expect(worded).toEqual([
      { kind: "total", count: 1, rowNumber: 4, column: "Course Name", value: "Gesamt" },
    ]);
  });

  it("a point that may part thousands, where other cells have decimal commas", async () => {
    const warnings = (...rates: string[]) =>
      warningsOf(
        [
          "Course Name;Lecture Number;lecture name;youtube;View Rate",
          ...rates.map((rate, row) => `A;${row};L${row};;${rate}`),
        ].join("\n"),
      );
    expect(await warnings("1.250", "12.500", "0.5")).toEqual([]);
    expect((await warnings("1.250", "0,5", "12.500", "1.25")).map(describeWarning)).toEqual([
      "2 cells have a point before three digits, in a column with decimal commas: “1.250” (row 2, View Rate). It was read as a decimal point; if it parts thousands, leave it out.",
    ]);
  });

  it("not a question mark in an address", async () => {
    const rows = [
      [...header, "SEO:Slug"],
      [...lecture("Limits"), "my-slug/with?odd"],
    ];
    expect(await warningsOf(rows.map((cells) => serialiseRow(cells)).join(""))).toEqual([]);
  });

  it("a picture that pages do not show", async () => {
    const pictures = [
      "https://pics.example.org/a.jpg",
      "https://i.ytimg.com/vi/oR6G1MUMveE/hqdefault.jpg",
      "",
      "HTTP://pics.example.org/b.jpg",
    ];
    const rows = pictures.map((picture, index) => [...lecture(`Lecture ${index}`), picture]);
    const file = [[...header, "Image"], ...rows].map((cells) => serialiseRow(cells)).join("");
    const found = await warningsOf(file);
    expect(found).toEqual([
      { kind: "otherPicture", count: 2, rowNumber: 2, column: "Image", value: pictures[0] },
    ]);
    expect(found.map(describeWarning)).toEqual([
      "2 cells have pictures that are not of YouTube: “https://pics.example.org/a.jpg” (row 2, Image). Pages show the pictures of the videos instead.",
    ]);
  });

  it.each([
    "What is algebra?",
    "Why?Because",
    "https://www.youtube.com/watch?v=oR6G1MUMveE",
    "Really?? Yes",
    "São Paulo, Æther, Ångström, ÑANDÚ, Ðoktor, “ÃO”",
    "L’Âme",
    "Q&A; R&D; AT&T",
    "a < b > c and x<y",
    "Nullstellensatz",
    "nano",
    "None of the above",
  ])("but not %s", async (name) => {
    expect(await signsIn(name)).toEqual({});
  });

  it("where course names look the same, once for each of them", async () => {
    const rest = " for students of physics and engineering, with many examples";
    const names = [
      `Linear Algebra${rest}`,
      `linear-algebra${rest}`,
      `Linear Algebra${rest}`,
      `LINEAR  ALGEBRA${rest}`,
      `linear-algebra${rest}`,
      "Algebra",
    ];
    const file = fileOf(names.map((name, index) => [name, String(index), "A lecture", "", "", ""]));
    expect(await warningsOf(file)).toEqual([
      {
        kind: "alike",
        count: 2,
        rowNumber: 3,
        column: "Course Name",
        value: `linear-algebra${rest}`,
        other: `Linear Algebra${rest}`,
      },
    ]);
  });
});

it("a course's name looks like another one of the catalogue, which has not this name too", async () => {
  const names = ["Linear algebra", "linear  algebra", "Calculus", "GEOMETRY", "Geometry", "calculus"];
  const file = fileOf(names.map((name, index) => [name, String(index), "A lecture", "", "", ""]));
  const found = await warningsOf(file, ["Linear Algebra", "Calculus", "calculus", "Geometry"]);
  expect(found.map(describeWarning)).toEqual([
    "2 course names look like others of the catalogue: “Linear algebra” (row 2, Course Name) like “Linear Algebra”. Each becomes a course of its own.",
    "1 course name looks like another one of the file: “linear  algebra” (row 3, Course Name) like “Linear algebra”. It becomes a course of its own.",
  ]);
});

it("course names do not look the same that are the same as they are stored", async () => {
  const names = ["Calculus I", "Calculus\u00a0I", "Alg\u00e8bre", "Alge\u0300bre", "'=1", "=1"];
  expect(await warningsOf(fileOf(names.map((name) => [name, "1", "A lecture", "", "", ""])))).toEqual([]);
});

it("the template's examples are found", async () => {
  const [name] = EXAMPLES.map((example) => example.course_name);
  const found = await warningsOf(
    fileOf([lecture("One"), ...EXAMPLES.map(() => [name!, "1", "L", "", "", ""])]),
  );
  expect(found.map(describeWarning)).toEqual([
    `2 cells are of the template’s examples: “${name}” (row 3, Course Name). Leave such rows out.`,
  ]);
});

it("a warning names the first cell, and counts all", async () => {
  const file = fileOf([
    lecture("One", "Universit?t"),
    lecture("Two", "Universit?t"),
    lecture("M?nge", ""),
    ["A course", "1", `${"x".repeat(100)}?${"y".repeat(100)} words`, "", "", "null"],
  ]);
  const found = await warningsOf(file);
  expect(found).toEqual([
    { kind: "lostLetters", count: 4, rowNumber: 2, column: "Insitution", value: "Universit?t" },
    { kind: "noValue", count: 1, rowNumber: 5, column: "Keywords", value: "null" },
  ]);
  expect(found.map(describeWarning)).toEqual([
    "4 cells have question marks where letters may have been: “Universit?t” (row 2, Insitution). If letters are missing, save the original as “CSV UTF-8”.",
    "1 cell says that it is empty: “null” (row 5, Keywords). That goes in as a text; leave such cells empty.",
  ]);
  const long = `${"x".repeat(100)}?${"y".repeat(100)} words`;
  expect(Object.values(await signsIn(long))).toEqual([`${"x".repeat(31)}?${"y".repeat(28)}`]);
});

it("the preset files have two such cells", async () => {
  const files = (await readdir("public/data")).filter((name) => name.endsWith(".csv"));
  expect(files).toHaveLength(13);
  const found = await Promise.all(
    files.map(async (name) => warningsOf(await readFile(`public/data/${name}`))),
  );
  expect(found.flat().map(({ kind, count, value }) => [kind, count, value])).toEqual([
    ["markup", 1, "path('/user/&lt;user.username:user&gt;/',"],
    ["damaged", 1, "You\uFFFD"],
  ]);
});

it("reads cells as long as can be; with a time that grows with the square of the length it would not end", () => {
  for (const piece of ["?", "a?", "<p ", "&a", "Ã", " ?", "a ", "n"]) {
    const finder = new WarningFinder();
    const cells = ["A course", piece.repeat(2_000_000)];
    const names = { names: [], ignoredColumns: [], width: 2, fullWidth: 2 };
    finder.read(
      { ok: true, rowNumber: 2, cells, length: 1, problem: null },
      { ok: true, positions: { course_name: 0, lecture_name: 1 }, ...names },
    );
    expect(finder.found().length).toBeLessThanOrEqual(1);
  }
});
