import { describe, expect, it } from "vitest";
import { parseHeader } from "../../../lib/csv/header.ts";
import { COLUMN_NAMES, FIELDS, type Field, lectureTable } from "../../../lib/lecture-import/columns.ts";

const NAMES: string[] = FIELDS.map((field) => COLUMN_NAMES[field]);
const COUNT = NAMES.length;

function without(...names: string[]) {
  return NAMES.filter((name) => !names.includes(name));
}

describe("parseHeader", () => {
  it("knows the columns by their spelling in the data, those of the preset files first", () => {
    const presets =
      "Course Name,Course Description,Subject,Instructor,Insitution,SEO:Slug,Image," +
      "Lecture Number,lecture name,youtube,Keywords,View Rate,Views";
    expect(`${NAMES.join(",")},`.startsWith(`${presets},`)).toBe(true);
    expect(parseHeader(NAMES, lectureTable.columns)).toMatchObject({
      ok: true,
      width: COUNT,
      ignoredColumns: [],
    });
  });

  it("refuses a row of data as the header, whose columns were chosen by hand", () => {
    const fields: Field[] = ["course_name", "lecture_number", "lecture_name", "youtube"];
    const read = (...cells: string[]) => parseHeader(cells, lectureTable.columns, { fields });
    const address = "https://youtu.be/aB3-_xYz019";
    const message =
      "The file's first row has “1” where the name of a column should be. Put a row of names above it: otherwise it would be lost.";
    expect(read("Algebra", "1", "Groups", address)).toEqual({ ok: false, message });
    expect(read("Algebra", "", "Groups", address)).toMatchObject({ ok: false });
    expect(read("Kurs", "Nummer", "Titel", "Link")).toMatchObject({ ok: true });
    expect(read("Kurs", "", "Titel", "")).toMatchObject({ ok: true });
    expect(read("Course Name", "1", "Titel", address)).toMatchObject({ ok: true });
  });

  it("takes any order", () => {
    const header = parseHeader(NAMES.toReversed(), lectureTable.columns);
    const positions = Object.fromEntries(FIELDS.toReversed().map((field, index) => [field, index]));
    expect(header).toMatchObject({ ok: true, positions });
  });

  it("takes any letter case, space around the names and a byte order mark", () => {
    const cells = NAMES.map((name, index) => (index % 2 ? ` ${name.toUpperCase()}\t` : name.toLowerCase()));
    expect(parseHeader([`\uFEFF${cells[0]}\u200B`, ...cells.slice(1)], lectureTable.columns)).toMatchObject({
      ok: true,
    });
  });

  it("takes names that are written as formulas, and shows them as names", () => {
    const cells = [...NAMES, "Rating"].map((name) => `="${name}"`);
    expect(parseHeader(cells, lectureTable.columns)).toMatchObject({ ok: true, ignoredColumns: ["Rating"] });
  });

  const required: Field[] = ["course_name", "lecture_number", "lecture_name", "youtube"];

  it.each(required)("asks for %s and names what is missing", (field) => {
    expect(parseHeader(without(COLUMN_NAMES[field]), lectureTable.columns)).toEqual({
      ok: false,
      message: `The file's first row lacks the column ${COLUMN_NAMES[field]}.`,
    });
  });

  it("takes a file without all others", () => {
    const names = required.map((field) => COLUMN_NAMES[field]);
    expect(parseHeader(names, lectureTable.columns)).toEqual({
      ok: true,
      width: 4,
      fullWidth: 4,
      names,
      ignoredColumns: [],
      positions: { course_name: 0, lecture_number: 1, lecture_name: 2, youtube: 3 },
    });
  });

  it("names all missing columns at once, and where the header is", () => {
    const cells = without("Course Name", "youtube", "Views");
    expect(parseHeader(cells, lectureTable.columns, { headerRow: 3 })).toEqual({
      ok: false,
      message: "Row 3 of the file lacks the columns Course Name, youtube.",
    });
  });

  it("names what it does not know beside what is missing, as far as that helps", () => {
    const unknown = ["Clip", "x".repeat(41), "c", "d", "e", "f"];
    expect(parseHeader([...unknown, ...without("youtube")], lectureTable.columns)).toEqual({
      ok: false,
      message:
        "The file's first row lacks the column youtube. It has columns that are not known: " +
        `“Clip”, “${"x".repeat(40)}”, “c”, “d”, “e”.`,
    });
  });

  it.each(["Subject", " SUBJECT ", "sub_ject"])("refuses Subject beside %s", (again) => {
    expect(parseHeader([...NAMES, again], lectureTable.columns)).toEqual({
      ok: false,
      message: `The file's first row has “Subject” twice, as column 3 and column ${COUNT + 1}.`,
    });
  });

  it.each<[Field, string[]]>([
    [
      "course_name",
      ["course_name", "COURSE-NAME", "Course\nName", "CourseName", "Course.Name", "Course", "Course Title"],
    ],
    ["course_description", ["Description"]],
    ["instructor", ["instructors", "Lecturer"]],
    ["institution", ["Institution", "UNIVERSITY"]],
    ["seo_slug", ["SEO slug", "SEO.Slug", "slug", "course_slug"]],
    ["image", ["Thumbnail", "image_url"]],
    ["lecture_number", ["lecture_number", "Lecture number: *", "Lecture No.", "No.", "Number"]],
    ["lecture_name", ["lecture_name", "Lecture Title", "Title"]],
    ["youtube", ["YouTube", "YouTube URL", "youtube_link", "URL", "Link", "Video"]],
    ["keywords", ["tags", "Keyword"]],
    ["views", ["view_count"]],
  ])("knows %s by other names, beside which the name itself has precedence", (field, variants) => {
    const index = FIELDS.indexOf(field);
    for (const variant of variants) {
      const cells = NAMES.with(index, variant);
      expect(parseHeader(cells, lectureTable.columns), variant).toMatchObject({
        ok: true,
        positions: { [field]: index },
        ignoredColumns: [],
      });
    }
    const both = [variants.at(-1) ?? "", ...NAMES];
    expect(parseHeader(both, lectureTable.columns)).toMatchObject({
      ok: true,
      positions: { [field]: index + 1 },
      ignoredColumns: [variants.at(-1)],
    });
  });

  it.each(["Name", "Lecture", "Date", "Rating", "Clip URL", "Notes", "constructor", "Vide0"])(
    "does not guess what %s is",
    (name) => {
      expect(parseHeader([...NAMES, name], lectureTable.columns)).toMatchObject({ ignoredColumns: [name] });
    },
  );

  it("asks where two columns may be the same field", () => {
    expect(parseHeader([...without("youtube"), "URL", "Video"], lectureTable.columns)).toEqual({
      ok: false,
      message:
        "The file's first row has two columns that may be “youtube”: " +
        `“URL”, column ${COUNT}, and “Video”, column ${COUNT + 1}.`,
    });
  });

  it("takes a choice by hand before any name", () => {
    const cells = ["Kurs", "Nr", "Titel", "URL", "Video", "Views", "youtube"];
    const fields = ["course_name", "lecture_number", "lecture_name", undefined, "youtube", null] as const;
    expect(parseHeader(cells, lectureTable.columns, { fields })).toMatchObject({
      ok: true,
      positions: { course_name: 0, lecture_number: 1, lecture_name: 2, youtube: 4 },
      ignoredColumns: ["URL", "Views", "youtube"],
    });
    const header = parseHeader(cells, lectureTable.columns, { fields });
    expect(header.ok && Object.keys(header.positions)).toHaveLength(4);
  });

  it("refuses a choice by hand of one field twice, or of a column that is not there", () => {
    const twice = parseHeader(NAMES, lectureTable.columns, { fields: ["subject", undefined, "subject"] });
    expect(twice).toEqual({ ok: false, message: "“Subject” was chosen for column 1 and column 3." });
    const fields = [...Array(COUNT).fill(undefined), "image"];
    expect(parseHeader(NAMES, lectureTable.columns, { fields })).toEqual({
      ok: false,
      message: `“Image” was chosen for column ${COUNT + 1}, but the file has ${COUNT} columns.`,
    });
  });

  it("passes over unknown columns and names them", () => {
    const header = parseHeader(["Notes", ...NAMES, " ", "constructor", "", ""], lectureTable.columns);
    expect(header).toMatchObject({ ok: true, width: COUNT + 3, positions: { course_name: 1 } });
    const nameless = `(column ${COUNT + 2}, no name)`;
    expect(header).toMatchObject({ ignoredColumns: ["Notes", nameless, "constructor"] });
  });

  it("keeps the beginning of a very long name that it passes over", () => {
    expect(parseHeader([...NAMES, "x".repeat(200_000)], lectureTable.columns)).toMatchObject({
      ignoredColumns: ["x".repeat(100)],
    });
  });

  it("says that damage and control characters are not text", () => {
    expect(parseHeader([...NAMES, "\uDC80PNG"], lectureTable.columns)).toMatchObject({
      message: /is not text in UTF-8/,
    });
    expect(parseHeader([...NAMES, "a\u0007"], lectureTable.columns)).toMatchObject({
      message: `The file's first row contains a control character, in column ${COUNT + 1}.`,
    });
  });
});
