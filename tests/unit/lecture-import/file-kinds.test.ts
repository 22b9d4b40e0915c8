import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { countRows } from "../../../lib/csv/table.ts";
import { COLUMN_NAMES, FIELDS, lectureTable } from "../../../lib/lecture-import/columns.ts";
import { importLectures } from "../../../lib/lecture-import/import-lectures.ts";
import { bytesOf } from "../csv/support.ts";
import { HEADER_LINE, lineWith, memoryCatalogue } from "./support.ts";

type Content = string | Uint8Array;

const NAMES: string[] = FIELDS.map((field) => COLUMN_NAMES[field]);
const ADVICE = "Under “Check a file” you can say which column is which.";
const REQUIRED = "Course Name, Lecture Number, lecture name, youtube";
const SAVE_AS = "In Excel, choose File, Save As and the type “CSV UTF-8”, and import the new file.";

const rows = [lineWith({ lecture_name: "One" }), lineWith({ lecture_name: "Two" })];
const table = [HEADER_LINE, ...rows, ""].join("\n");
const without = (name: string) => NAMES.filter((other) => other !== name).join(",");
const renamed = (name: string, to: string) => NAMES.map((other) => (other === name ? to : other)).join(",");
const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => utf16le(text).swap16();
const separatedBy = (sign: string) => table.replaceAll(",", sign);

/** The results of importing and of counting the file, read in small chunks and all at once. */
async function answersTo(content: Content) {
  const answers = [];
  for (const size of [Math.ceil(content.length / 2_000) || 1, 1 << 20]) {
    const catalogue = memoryCatalogue();
    const imported = await importLectures(bytesOf(content, size), catalogue);
    const counted = await countRows(bytesOf(content, size), lectureTable);
    const rejections = catalogue.batches.flatMap((batch) => batch.rejections);
    const names = [...catalogue.lectures.values()].map((lecture) => JSON.parse(lecture).lecture_name);
    answers.push({ imported, counted, rejections, names });
  }
  expect(answers[0]).toEqual(answers[1]);
  return answers[0]!;
}

describe("a file is refused with a message, and counted with the same one", () => {
  it.each<[string, Content, string]>([
    ["empty", "", "The file is empty."],
    ["nothing but a byte order mark and blank lines", "\uFEFF\r\n \n", "The file is empty."],
    ["nothing but separators", ";;;;\r\n;;;;\r\n;;;;\r\n", "The file is empty."],
    ["a header only", `${HEADER_LINE}\r\n`, "The file has no rows below its column names."],
    ["a header and blank lines", `${HEADER_LINE}\n\n  \n`, "The file has no rows below its column names."],
    [
      "a column missing",
      `${without("youtube")}\n`,
      `The file's first row lacks the column youtube. ${ADVICE}`,
    ],
    [
      "a column misspelt",
      `${renamed("youtube", "you tub")}\n${rows[0]}`,
      `The file's first row lacks the column youtube. It has columns that are not known: “you tub”. ${ADVICE}`,
    ],
    [
      "a column twice",
      `${HEADER_LINE},SUBJECT\n`,
      `The file's first row has “Subject” twice, as column 3 and column ${FIELDS.length + 1}. ${ADVICE}`,
    ],
    [
      "no header",
      `${rows.join("\n").replaceAll("Course", "Logic")}\n`,
      `The file's first row has to name the columns. None of them is there: ${REQUIRED}. ${ADVICE}`,
    ],
    [
      "damage in the header",
      Buffer.concat([Buffer.from(`${HEADER_LINE},Größe`), Buffer.from([0xc3, 0x2c])]),
      `The file's first row is not text in UTF-8. ${SAVE_AS}`,
    ],
    [
      "NUL in the header",
      `${renamed("Subject", "Sub\0ject")}\n`,
      "The file's first row contains a control character, in column 3.",
    ],
    [
      "gzip",
      gzipSync(table),
      "This is a compressed file (gzip). Unpack it and import the CSV file that is in it.",
    ],
    [
      "an Excel workbook",
      Buffer.from("PK\x03\x04\x14\0\x06\0\b\0\0\0!\0[Content_Types].xml \xa2\x04\x02(\xa0", "latin1"),
      `This is an Excel workbook or a ZIP archive, not a CSV file. ${SAVE_AS}`,
    ],
    [
      "an old Excel workbook",
      Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(512)]),
      `This is an Excel workbook, not a CSV file. ${SAVE_AS}`,
    ],
    [
      "a quotation mark left open in the header",
      `"${table}`,
      "The file's first row cannot be read: a quotation mark is opened and never closed; the 2 lines after it were read as part of this row.",
    ],
    [
      "a thousand columns and more",
      `${HEADER_LINE}${",x".repeat(1000)}\n`,
      "The file's first row cannot be read: there are more than 1,000 cells.",
    ],
    ["a PDF", "%PDF-1.7\n", "This is a PDF, not a CSV file."],
    ["a PNG", Buffer.from("89504e470d0a1a0a", "hex"), "This is a picture, not a CSV file."],
    ["a JPEG", Buffer.from("ffd8ffe0", "hex"), "This is a picture, not a CSV file."],
    [
      "UTF-32",
      Buffer.from("fffe000043000000", "hex"),
      `This is a text in UTF-32, which no spreadsheet writes. ${SAVE_AS}`,
    ],
    [
      "a page that asks to sign in",
      "\n<!DOCTYPE html><html><title>Sign in</title></html>",
      "This is a web page, not a CSV file. Were you asked to sign in?",
    ],
    [
      "a table of a web page, as some sites export it",
      "<table><tr><td>Course Name</td></tr></table>",
      "This is a part of a web page, not a CSV file. In Excel, choose File, Save As and the type “CSV UTF-8”, and import the new file.",
    ],
    [
      "a page that Excel has written",
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table>',
      `This is a web page that is named like a workbook, not a CSV file. ${SAVE_AS}`,
    ],
    [
      "a page that Excel has written in one piece",
      "MIME-Version: 1.0\nX-Document-Type: Workbook\n",
      `This is a web page that is named like a workbook, not a CSV file. ${SAVE_AS}`,
    ],
    [
      "a page with a table, as some sites export it",
      `<!DOCTYPE html>\n<html><head>${"<meta>".repeat(100)}</head><body><table border=1>`,
      `This is a web page that is named like a workbook, not a CSV file. ${SAVE_AS}`,
    ],
    [
      "a piece of a page below a comment",
      "<!-- rows -->\n<div><table>",
      `This is a part of a web page, not a CSV file. ${SAVE_AS}`,
    ],
    [
      "a workbook in XML",
      '\uFEFF<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>',
      "This is an XML file, not a CSV file. In Excel, choose File, Save As and the type “CSV UTF-8”, and import the new file.",
    ],
    ["JSON", '[\n {"Course Name": "A", "lecture name": "B"}]', "This is a JSON file, not a CSV file."],
    ["a text document", "{\\rtf1\\ansi Course Name}", "This is a text document, not a CSV file."],
    ["SYLK", "ID;PWXL;N;E\r\nP;PGeneral\r\n", `This is a SYLK file, not a CSV file. ${SAVE_AS}`],
    ["DIF", 'TABLE\r\n0,1\r\n"EXCEL"\r\n', `This is a DIF file, not a CSV file. ${SAVE_AS}`],
  ])("%s", async (_kind, content, message) => {
    const { imported, counted, names, rejections } = await answersTo(content);
    expect(imported).toEqual({ ok: false, message });
    expect(counted).toEqual({ ok: false, message });
    expect({ names, rejections }).toEqual({ names: [], rejections: [] });
  });
});

describe("a file is imported whole", () => {
  const mixed = `${HEADER_LINE}\r${rows[0]}\r\n${rows[1]}\n`;
  it.each<[string, Content]>([
    ["LF", table],
    ["CRLF", table.replaceAll("\n", "\r\n")],
    ["CR", table.replaceAll("\n", "\r")],
    ["CR, then CRLF, then LF", mixed],
    ["CR twice before LF, as a program makes of CRLF that does so again", table.replaceAll("\n", "\r\r\n")],
    ["LF before CR", table.replaceAll("\n", "\n\r")],
    ["no last line break", table.trimEnd()],
    ["a byte order mark", `\uFEFF${table}`],
    ["the end-of-file character of DOS", `${table}\x1A`],
    ["several of them, behind the last cell", `${table.trimEnd()}\x1A\x1A`],
    ["two byte order marks", `\uFEFF\uFEFF${table}`],
    [
      "names in other letter case, with space",
      table.replace(HEADER_LINE, HEADER_LINE.toUpperCase().replaceAll(",", " ,\t")),
    ],
    ["semicolons", separatedBy(";")],
    ["tabs", separatedBy("\t")],
    ["vertical bars", separatedBy("|")],
    ["a line that says so", `sep=;\r\n${separatedBy(";")}`],
    ["UTF-16 LE with a mark", utf16le(`\uFEFF${table}`)],
    ["UTF-16 LE without", utf16le(table)],
    ["UTF-16 BE with a mark", utf16be(`\uFEFF${table}`)],
    ["UTF-16 BE without", utf16be(table)],
    ["UTF-16 with tabs, Excel's “Unicode Text”", utf16le(`\uFEFF${separatedBy("\t")}`)],
    ["Windows-1252", Buffer.from(table.replaceAll(/^.+$/gm, "Größe,$&"), "latin1")],
    ["columns in another order", table.replaceAll(/.+/g, (line) => line.split(",").reverse().join(","))],
  ])("with %s", async (_kind, content) => {
    const { imported, counted, names } = await answersTo(content);
    expect(imported).toMatchObject({ ok: true, total: 2, inserted: 2, rejected: 0 });
    expect(counted).toMatchObject({ ok: true, rows: 2 });
    expect(names).toEqual(["One", "Two"]);
  });

  it("with quoted cells between line breaks of all kinds", async () => {
    const quoted = rows.map((row) => row.replaceAll(/[^,]+/g, '"$&"'));
    for (const lineBreak of ["\r\r\n", "\n\r", "\r\n\r", "\r", "\n"]) {
      const { imported, names } = await answersTo([HEADER_LINE, ...quoted, ""].join(lineBreak));
      expect(imported).toMatchObject({ ok: true, inserted: 2, rejected: 0 });
      expect(names).toEqual(["One", "Two"]);
    }
  });
});

describe("a file is imported, and what is wrong with single rows is told", () => {
  it.each<[string, Content, object]>([
    [
      "damaged UTF-8 in a cell",
      Buffer.concat([
        Buffer.from(`${HEADER_LINE},Größe\n`),
        Buffer.from(`${lineWith({ lecture_name: "Caf\xe9" })},`, "latin1"),
      ]),
      {
        column: "lecture name",
        value: "Caf\uFFFD",
        reason: "not valid UTF-8 text; save the file as “CSV UTF-8”",
      },
    ],
    [
      "NUL in a cell",
      `${HEADER_LINE}\n${lineWith({ subject: "a\0b" })}`,
      { column: "Subject", value: "a␀b", reason: "contains a control character" },
    ],
    [
      "a short row",
      `${HEADER_LINE}\nCourse,Text`,
      { column: null, value: "Course,Text", reason: `2 cells found, ${FIELDS.length} expected` },
    ],
    [
      "a long row",
      `${HEADER_LINE}\n${lineWith()},x`,
      {
        column: null,
        value: `${lineWith()},x`,
        reason: `${FIELDS.length + 1} cells found, ${FIELDS.length} expected`,
      },
    ],
    [
      "a row of more than a thousand cells",
      `${HEADER_LINE}\n${",".repeat(1_000)}x`,
      { column: null, value: ",".repeat(199), reason: "there are more than 1,000 cells" },
    ],
    [
      "semicolons below a header with commas",
      `${HEADER_LINE}\n${lineWith().replaceAll(",", ";")}`,
      { column: null, reason: `1 cell found, ${FIELDS.length} expected` },
    ],
    [
      "a quotation mark left open",
      `${HEADER_LINE}\nCourse,"Text`,
      { column: null, value: "Course,Text", reason: "a quotation mark is opened and never closed" },
    ],
  ])("%s", async (_kind, content, rejection) => {
    const { imported, counted, rejections, names } = await answersTo(content);
    expect(imported).toMatchObject({ ok: true, total: 1, inserted: 0, rejected: 1 });
    expect(counted).toMatchObject({ ok: true, rows: 1 });
    expect(rejections).toMatchObject([{ rowNumber: 2, faults: [rejection] }]);
    expect(names).toEqual([]);
  });

  it("rows before and after a bad one go in", async () => {
    const lines = [HEADER_LINE, rows[0], 'Course,"Text" of "it",', "short", rows[1]];
    const { imported, names } = await answersTo(lines.join("\n"));
    expect(imported).toMatchObject({ ok: true, total: 4, inserted: 2, rejected: 2 });
    expect(names).toEqual(["One", "Two"]);
  });
});

describe("a file whose end cannot be reached", () => {
  const long = "x".repeat(300_000);
  it.each([
    [
      "a quotation mark left open early on",
      `Course,"Text\n${`${lineWith()}\n`.repeat(20_000)}`,
      "Row 3 is longer than 262,144 characters. Is a quotation mark in it left open?",
    ],
    [
      "a field too long",
      `${lineWith({ course_description: long })}\n${rows[1]}\n`,
      "Row 3 is longer than 262,144 characters. No row of a file of lectures is that long.",
    ],
  ])("is counted as the failure that an import ends with: %s", async (_kind, lines, message) => {
    const { imported, counted, names } = await answersTo(`${HEADER_LINE}\n${rows[0]}\n${lines}`);
    expect(imported).toEqual({ ok: false, message });
    expect(counted).toEqual({ ok: false, message });
    expect(names).toEqual(["One"]);
  });
});
