import { describe, expect, it } from "vitest";
import { COLUMN_NAMES, FIELDS } from "../../../lib/csv-import/columns.ts";
import { parseHeader } from "../../../lib/csv-import/header.ts";

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
    expect(parseHeader(NAMES)).toMatchObject({ ok: true, width: 13, ignoredColumns: [] });
  });

  it("takes any order", () => {
    const header = parseHeader(NAMES.toReversed());
    expect(header).toMatchObject({ ok: true, positions: { views: 0, lecture_name: 4, course_name: 12 } });
  });

  it("takes any letter case, space around the names and a byte order mark", () => {
    const cells = NAMES.map((name, index) => (index % 2 ? ` ${name.toUpperCase()}\t` : name.toLowerCase()));
    expect(parseHeader([`\uFEFF${cells[0]}`, ...cells.slice(1)])).toMatchObject({ ok: true });
  });

  it("takes the correct spelling of Institution", () => {
    const cells = NAMES.map((name) => (name === "Insitution" ? "institution" : name));
    expect(parseHeader(cells)).toMatchObject({ ok: true, positions: { institution: 4 } });
  });

  it.each(FIELDS)("asks for %s and names what is missing", (field) => {
    expect(parseHeader(without(COLUMN_NAMES[field]))).toEqual({
      ok: false,
      message: `The file's first row lacks the column ${COLUMN_NAMES[field]}.`,
    });
  });

  it("names all missing columns at once", () => {
    expect(parseHeader(without("Subject", "Views"))).toEqual({
      ok: false,
      message: "The file's first row lacks the columns Subject, Views.",
    });
  });

  it("names what it does not know beside what is missing, as far as that helps", () => {
    const unknown = ["SEO Slug", "x".repeat(41), "c", "d", "e", "f"];
    expect(parseHeader([...unknown, ...without("SEO:Slug")])).toEqual({
      ok: false,
      message:
        "The file's first row lacks the column SEO:Slug. It has columns that are not known: " +
        `“SEO Slug”, “${"x".repeat(40)}”, “c”, “d”, “e”.`,
    });
  });

  it("knows what separates the columns when it is not the comma, even where a name holds one", () => {
    expect(parseHeader(["Notes", `etc.;${NAMES.join(";")}`])).toEqual({
      ok: false,
      message: "The file's columns are separated by semicolons. They have to be separated by commas.",
    });
  });

  it.each([
    ["Subject", "Subject"],
    ["Subject", " SUBJECT "],
    ["Insitution", "Institution"],
  ])("refuses %s beside %s", (name, again) => {
    expect(parseHeader([...NAMES, again])).toEqual({
      ok: false,
      message: expect.stringContaining(`has “${name}” twice, as column `),
    });
  });

  it("passes over unknown columns and names them", () => {
    const header = parseHeader(["Notes", ...NAMES, " ", "constructor"]);
    expect(header).toMatchObject({ ok: true, width: 16, positions: { course_name: 1 } });
    expect(header).toMatchObject({ ignoredColumns: ["Notes", "(column 15, no name)", "constructor"] });
  });

  it("keeps the beginning of a very long name that it passes over", () => {
    expect(parseHeader([...NAMES, "x".repeat(200_000)])).toMatchObject({ ignoredColumns: ["x".repeat(100)] });
  });

  it("says that damage and control characters are not text", () => {
    expect(parseHeader([...NAMES, "\uDC80PNG"])).toMatchObject({ message: /is not text in UTF-8/ });
    expect(parseHeader([...NAMES, "a\u0007"])).toMatchObject({
      message: "The file's first row contains a control character, in column 14.",
    });
  });
});
