import { describe, expect, it } from "vitest";
import { parseHeader } from "../../../lib/csv/header.ts";
import { COLUMN_NAMES, FIELDS, type Field, lectureTable } from "../../../lib/lecture-import/columns.ts";

const NAMES: string[] = FIELDS.map((field) => COLUMN_NAMES[field]);

function without(...names: string[]) {
  return NAMES.filter((name) => !names.includes(name));
}

describe("parseHeader", () => {
  it("knows the 13 columns by their spelling in the data", () => {
    expect(NAMES.join(",")).toBe(
      "Course Name,Course Description,Subject,Instructor,Insitution,SEO:Slug,Image," +
        "Lecture Number,lecture name,youtube,Keywords,View Rate,Views",
    );
    expect(parseHeader(NAMES, lectureTable.columns)).toMatchObject({
      ok: true,
      width: 13,
      ignoredColumns: [],
    });
  });

  it("takes any order", () => {
    const header = parseHeader(NAMES.toReversed(), lectureTable.columns);
    expect(header).toMatchObject({ ok: true, positions: { views: 0, lecture_name: 4, course_name: 12 } });
  });

  it("takes any letter case, space around the names and a byte order mark", () => {
    const cells = NAMES.map((name, index) => (index % 2 ? ` ${name.toUpperCase()}\t` : name.toLowerCase()));
    expect(parseHeader([`\uFEFF${cells[0]}`, ...cells.slice(1)], lectureTable.columns)).toMatchObject({
      ok: true,
    });
  });

  it("takes the correct spelling of Institution", () => {
    const cells = NAMES.map((name) => (name === "Insitution" ? "institution" : name));
    expect(parseHeader(cells, lectureTable.columns)).toMatchObject({
      ok: true,
      positions: { institution: 4 },
    });
  });

  const optional: Field[] = ["image", "keywords", "view_rate", "views"];

  it.each(FIELDS.filter((field) => !optional.includes(field)))(
    "asks for %s and names what is missing",
    (field) => {
      expect(parseHeader(without(COLUMN_NAMES[field]), lectureTable.columns)).toEqual({
        ok: false,
        message: `The file's first row lacks the column ${COLUMN_NAMES[field]}.`,
      });
    },
  );

  it("takes a file without Image, Keywords, View Rate and Views", () => {
    const header = parseHeader(without("Image", "Keywords", "View Rate", "Views"), lectureTable.columns);
    expect(header).toEqual({
      ok: true,
      width: 9,
      ignoredColumns: [],
      positions: {
        course_name: 0,
        course_description: 1,
        subject: 2,
        instructor: 3,
        institution: 4,
        seo_slug: 5,
        lecture_number: 6,
        lecture_name: 7,
        youtube: 8,
      },
    });
  });

  it("names all missing columns at once", () => {
    expect(parseHeader(without("Subject", "SEO:Slug", "Views"), lectureTable.columns)).toEqual({
      ok: false,
      message: "The file's first row lacks the columns Subject, SEO:Slug.",
    });
  });

  it("names what it does not know beside what is missing, as far as that helps", () => {
    const unknown = ["SEO Slug", "x".repeat(41), "c", "d", "e", "f"];
    expect(parseHeader([...unknown, ...without("SEO:Slug")], lectureTable.columns)).toEqual({
      ok: false,
      message:
        "The file's first row lacks the column SEO:Slug. It has columns that are not known: " +
        `“SEO Slug”, “${"x".repeat(40)}”, “c”, “d”, “e”.`,
    });
  });

  it("knows what separates the columns when it is not the comma, even where a name holds one", () => {
    expect(parseHeader(["Notes", `etc.;${NAMES.join(";")}`], lectureTable.columns)).toEqual({
      ok: false,
      message: "The file's columns are separated by semicolons. They have to be separated by commas.",
    });
  });

  it.each([
    ["Subject", "Subject"],
    ["Subject", " SUBJECT "],
    ["Insitution", "Institution"],
  ])("refuses %s beside %s", (name, again) => {
    expect(parseHeader([...NAMES, again], lectureTable.columns)).toEqual({
      ok: false,
      message: expect.stringContaining(`has “${name}” twice, as column `),
    });
  });

  it("passes over unknown columns and names them", () => {
    const header = parseHeader(["Notes", ...NAMES, " ", "constructor"], lectureTable.columns);
    expect(header).toMatchObject({ ok: true, width: 16, positions: { course_name: 1 } });
    expect(header).toMatchObject({ ignoredColumns: ["Notes", "(column 15, no name)", "constructor"] });
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
      message: "The file's first row contains a control character, in column 14.",
    });
  });
});
