import { describe, expect, it } from "vitest";
import { START_LENGTH } from "../../../lib/csv/format.ts";
import type { FieldChoice } from "../../../lib/csv/header.ts";
import { previewTable } from "../../../lib/csv/preview.ts";
import { openTable } from "../../../lib/csv/table.ts";
import { type Field, lectureTable } from "../../../lib/lecture-import/columns.ts";
import { bytesOf } from "../csv/support.ts";
import { HEADER_LINE, lineWith } from "./support.ts";

type Options = { isWhole?: boolean; fields?: FieldChoice<Field>[] };

const preview = (text: string | Uint8Array, { isWhole = true, fields }: Options = {}) =>
  previewTable(typeof text === "string" ? Buffer.from(text) : text, lectureTable, { isWhole, fields });

function previewed(text: string | Uint8Array, options?: Options) {
  const found = preview(text, options);
  if (!found.ok) throw new Error(found.message);
  return found;
}

describe("a preview", () => {
  const text = [
    "Lectures of 2026;;;;",
    "Course;No.;Lecture Title;Raum;Video;",
    "Algebra;1;One;A;;",
    "Algebra;2;Two;A;https://youtu.be/aB3-_xYz019;",
    "Algebra;3;Three;B;;",
    "Logic;4;Four;;;",
  ].join("\r\n");

  it("says how a file is written, what its columns are, and what is in them", () => {
    expect(previewed(text)).toEqual({
      ok: true,
      format: { encoding: "utf-8", delimiter: ";", wrapper: null, firstRow: 1, headerRow: 2 },
      columns: [
        { name: "Course", field: "course_name", filled: 1, samples: ["Algebra", "Logic"] },
        { name: "No.", field: "lecture_number", filled: 1, samples: ["1", "2", "3"] },
        { name: "Lecture Title", field: "lecture_name", filled: 1, samples: ["One", "Two", "Three"] },
        { name: "Raum", field: null, filled: 0.75, samples: ["A", "B"] },
        { name: "Video", field: "youtube", filled: 0.25, samples: ["https://youtu.be/aB3-_xYz019"] },
      ],
      rows: 4,
      missing: [],
      absent: expect.arrayContaining(["subject", "views"]),
      fault: null,
    });
  });

  it("shows a column without a name where there is something in it", () => {
    expect(previewed(`${text}note`).columns.at(-1)).toEqual({
      name: "",
      field: null,
      filled: 0.25,
      samples: ["note"],
    });
  });

  it("lists what is missing, and takes a choice by hand", () => {
    const german = "Kurs;Nr;Titel;Video\nAlgebra;1;Eins;\n";
    expect(previewed(german)).toMatchObject({
      missing: ["course_name", "lecture_number", "lecture_name"],
      columns: [{ field: null }, { field: null }, { field: null }, { field: "youtube" }],
      fault: null,
    });
    const fields = ["course_name", "lecture_number", "lecture_name", undefined] as const;
    expect(previewed(german, { fields: [...fields] })).toMatchObject({
      missing: [],
      columns: [...fields.slice(0, 3), "youtube"].map((field) => ({ field })),
    });
    expect(previewed(german, { fields: ["views", "views"] }).fault).toBe(
      "“Views” was chosen for column 1 and column 2.",
    );
  });

  it("leaves open what two columns may be, and says so as the import would", async () => {
    const text = "Course,No,Title,URL,Link\na,1,b,,\n";
    const found = previewed(text);
    expect(found).toMatchObject({ missing: ["youtube"], fault: expect.stringContaining("may be “youtube”") });
    expect(await openTable(bytesOf(text), lectureTable)).toEqual({
      ok: false,
      message: `${found.fault} ${lectureTable.advice}`,
    });
    expect(previewed(text, { fields: [undefined, undefined, undefined, null] })).toMatchObject({
      missing: [],
      fault: null,
    });
  });

  it("does not count a row that the first megabyte cuts", () => {
    const line = `${lineWith({ course_description: "x".repeat(990) })}\n`;
    const file = Buffer.from(`${HEADER_LINE}\n${line.repeat(2000)}`);
    const whole = Math.floor((START_LENGTH - HEADER_LINE.length - 1) / line.length);
    expect(previewed(file.subarray(0, START_LENGTH), { isWhole: false }).rows).toBe(whole);
    // A longer start is cut, so that the preview agrees with the import.
    expect(previewed(file).rows).toBe(whole);
  });

  it("shows the beginning of long values, and damage as such", () => {
    const name = `${"é".repeat(200)}`;
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER_LINE}\n${lineWith({ lecture_name: name })}\nA,`),
      Buffer.from("caf\xe9,,,,,,,,,,\n", "latin1"),
    ]);
    const { columns } = previewed(bytes);
    expect(columns[8]?.samples).toEqual(["é".repeat(100)]);
    expect(columns[1]?.samples).toEqual(["caf\uFFFD"]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ["an empty file", "", "The file is empty."],
    ["blank lines", "\uFEFF\n \n", "The file is empty."],
    ["nothing below the header", `${HEADER_LINE}\n`, "The file has no rows below its column names."],
    ["gzip", Buffer.from([0x1f, 0x8b, 8, 0]), "This is a compressed file (gzip). Unpack it"],
    ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "This is an Excel workbook, not a CSV file."],
    ["a mark left open", `${HEADER_LINE},"\nA,B`, "The file's first row cannot be read: a quotation mark"],
    ["a row too long", `${HEADER_LINE}\n${"x".repeat(300_000)}`, "Row 2 is longer than 262,144 characters."],
  ])("is a failure for %s", (_, content, message) => {
    const found = preview(content);
    expect(found.ok ? "" : found.message).toContain(message);
  });
});
