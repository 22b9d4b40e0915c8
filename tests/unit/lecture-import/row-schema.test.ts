import { describe, expect, it } from "vitest";
import { type Header, parseHeader } from "../../../lib/csv/header.ts";
import { createRowReader } from "../../../lib/csv/table.ts";
import { COLUMN_NAMES, FIELDS, type Field, lectureTable } from "../../../lib/lecture-import/columns.ts";
import { cellsWith } from "./support.ts";

const NAMES: string[] = FIELDS.map((field) => COLUMN_NAMES[field]);
const COUNT = NAMES.length;
const HEADER = parseHeader(NAMES, lectureTable.columns) as Header<Field>;

function parse(fields: Partial<Record<Field, string>>) {
  return parseCells(cellsWith(fields));
}

function parseCells(cells: string[], problem: string | null = null) {
  return createRowReader(HEADER, lectureTable)({ ok: true, rowNumber: 7, cells, length: 100, problem });
}

/** The value that a cell is stored as; `undefined` when the row is rejected. */
function stored(field: Field, text: string) {
  const result = parse({ [field]: text });
  return result.ok ? result.value[field] : undefined;
}

function reasonFor(field: Field, text: string) {
  const result = parse({ [field]: text });
  if (result.ok) return null;
  const [fault, ...more] = result.rejection.faults;
  expect([fault?.column, more]).toEqual([COLUMN_NAMES[field], []]);
  return fault?.reason;
}

const TEXT_LIMITS = {
  course_name: 250,
  course_description: 10_000,
  subject: 100,
  instructor: 2_000,
  institution: 250,
  seo_slug: 250,
  lecture_name: 250,
  keywords: 5_000,
} satisfies Partial<Record<Field, number>>;

describe("a row", () => {
  it("becomes a lecture with texts trimmed and empty cells null", () => {
    const result = parse({ course_name: "  Logic\u00A0", subject: " ", views: "", institution: "MIT" });
    expect(result).toEqual({
      ok: true,
      value: {
        ...Object.fromEntries(FIELDS.map((field) => [field, null])),
        ...{ course_name: "Logic", institution: "MIT", lecture_name: "Lecture" },
      },
    });
  });

  it("has no key for a column that the file is without, and null for an empty cell", () => {
    const fields = FIELDS.filter((field) => field !== "image" && field !== "views");
    const header = parseHeader(
      fields.map((field) => COLUMN_NAMES[field]),
      lectureTable.columns,
    ) as Header<Field>;
    const cells = fields.map((field) => (field.endsWith("_name") ? "Name" : ""));
    const row = { ok: true, rowNumber: 2, cells, length: 20, problem: null } as const;
    const result = createRowReader(header, lectureTable)(row);
    expect(result).toMatchObject({ ok: true, value: { keywords: null, view_rate: null } });
    expect(result.ok && Object.keys(result.value)).toEqual(fields);
  });

  it.each(["course_name", "lecture_name"] as const)("is rejected without %s", (field) => {
    expect(reasonFor(field, " \t ")).toBe("required");
    expect(reasonFor(field, "\u200B \u2060\uFEFF")).toBe("required");
    expect(reasonFor(field, "\u200Fa")).not.toBe("required");
  });

  it("names its number and all that is wrong with it: each column, its value and the reason", () => {
    expect(parse({ views: "many", course_name: " ", lecture_number: "first" })).toEqual({
      ok: false,
      rejection: {
        rowNumber: 7,
        faults: [
          { column: "Course Name", value: " ", reason: "required" },
          {
            column: "Lecture Number",
            value: "first",
            reason: "not a whole number from 0 to 2,147,483,647",
          },
          {
            column: "Views",
            value: "many",
            reason: "not a whole number from 0 to 9,007,199,254,740,991",
          },
        ],
      },
    });
  });

  it.each([COUNT - 2, COUNT + 1, 2, 1])("with %i cells is rejected as a whole", (count) => {
    const cells = Array.from({ length: count }, (_, index) => `c${index}`);
    const found = count === 1 ? "1 cell" : `${count} cells`;
    expect(parseCells(cells)).toEqual({
      ok: false,
      rejection: {
        rowNumber: 7,
        faults: [{ column: null, value: cells.join(","), reason: `${found} found, ${COUNT} expected` }],
      },
    });
  });

  it("may have empty cells too many, and be without the last one", () => {
    expect(parseCells([...cellsWith({ views: "5" }), "", " ", ""])).toMatchObject({ value: { views: 5 } });
    expect(parseCells(cellsWith({ image: "https://a.example" }).slice(0, -1))).toMatchObject({
      value: { image: "https://a.example", [FIELDS.at(-1)!]: null },
    });
  });

  it("may have as many cells as the header, whose last columns may have no names", () => {
    const header = parseHeader([...NAMES, "", " "], lectureTable.columns);
    if (!header.ok) throw new Error(header.message);
    expect(header).toMatchObject({ width: COUNT, fullWidth: COUNT + 2, ignoredColumns: [] });
    const fits = (cells: string[]) =>
      createRowReader(header, lectureTable)({ ok: true, rowNumber: 2, cells, length: 9, problem: null }).ok;
    const wide = cellsWith().concat("", "", "");
    expect([-1, 0, 1, 2, 3].map((more) => fits(wide.slice(0, COUNT + more)))).toEqual(Array(5).fill(true));
    expect(fits([...cellsWith(), "a note"])).toBe(true);
    expect(fits([...cellsWith(), "", "", "too far"])).toBe(false);
    expect(fits(cellsWith().slice(0, -2))).toBe(false);
  });

  it("is read as by itself behind rows that share cells with it, valid ones and others", () => {
    const rows = [
      { course_name: "Logic", views: "1,234", image: "https://example.org/a.png" },
      { course_name: "Logic", views: "many", image: "HTTPS://example.org/a.png" },
      { course_name: "Logic ", views: "many", image: "https://example.org/a.png" },
      { course_name: " ", views: "1,234", image: "ftp://example.org/a.png" },
      { course_name: "'=Logic", image: "ftp://example.org/a.png" },
      { course_name: "'=Logic", keywords: "a\u0007" },
      { views: "0" },
    ].map((fields, index) => ({
      ...{ ok: true as const, rowNumber: index + 2, length: 100, problem: null },
      cells: cellsWith(fields),
    }));
    const readRow = createRowReader(HEADER, lectureTable);
    const read = rows.map(readRow);
    expect(read).toEqual(rows.map((row) => createRowReader(HEADER, lectureTable)(row)));
    expect(read.map(({ ok }) => ok)).toEqual([true, false, false, false, false, false, true]);
  });

  it("is rejected with one word of it where it repeats the header", () => {
    expect(parseCells(NAMES)).toMatchObject({
      rejection: { faults: [{ column: null, reason: "the names of the columns once more" }] },
    });
  });

  it("with a fault in its quotation marks is rejected whatever its cells", () => {
    expect(parseCells(cellsWith(), "a quotation mark is opened and never closed")).toMatchObject({
      ok: false,
      rejection: { faults: [{ column: null, reason: "a quotation mark is opened and never closed" }] },
    });
  });
});

describe("a rejected value", () => {
  function rejectedValue(text: string) {
    const result = parse({ views: text });
    return result.ok ? null : result.rejection.faults[0]?.value;
  }

  it("is cut to 200 characters, and never through one", () => {
    expect(rejectedValue("x".repeat(201))).toBe("x".repeat(200));
    expect(rejectedValue("𝒳".repeat(201))).toBe("𝒳".repeat(200));
    expect(rejectedValue(`x${"𝒳".repeat(300)}`)).toBe(`x${"𝒳".repeat(199)}`);
  });

  it("can be stored and seen: no control and no half character", () => {
    expect(rejectedValue("a\0b\uD800c\u001F\t\r\n")).toBe("a␀b\uFFFDc␟\t\r\n");
    expect(rejectedValue("Newton\u0092s")).toBe("Newton\uFFFDs");
  });
});

describe("texts", () => {
  it.each(Object.entries(TEXT_LIMITS) as [Field, number][])("%s: %i characters at most", (field, limit) => {
    expect(stored(field, "x".repeat(limit))).toHaveLength(limit);
    expect(reasonFor(field, "x".repeat(limit + 1))).toBe(
      `longer than ${limit.toLocaleString("en")} characters`,
    );
    // Lengths are counted as in PostgreSQL: a character outside the basic plane is one, although two in JavaScript.
    expect(stored(field, "𝒳".repeat(limit))).toHaveLength(2 * limit);
    expect(reasonFor(field, "𝒳".repeat(limit + 1))).toContain("longer");
    expect(stored(field, `  ${"x".repeat(limit)}  `)).toHaveLength(limit);
  });

  it.each(FIELDS)("%s: no control characters, not even at the edge", (field) => {
    for (const control of [
      "\0",
      "\u0001",
      "\u0008",
      "\u000B",
      "\u000C",
      "\u000E",
      "\u001F",
      "\u007F",
      "\u0092",
    ]) {
      expect(reasonFor(field, `1${control}`)).toBe("contains a control character");
    }
  });

  it.each(FIELDS)("%s: no text that is not well-formed", (field) => {
    const reason = "not valid UTF-8 text; save the file as “CSV UTF-8”";
    expect(reasonFor(field, "1\uD800")).toBe(reason);
    expect(reasonFor(field, "\uDC80")).toBe(reason);
  });

  it("may be dots, save in a subject, which is a part of an address", () => {
    for (const dots of [".", ".."]) {
      expect(stored("course_name", dots)).toBe(dots);
      expect(reasonFor("subject", dots)).toBe("nothing but dots");
    }
    expect(stored("subject", "...")).toBe("...");
  });

  it("are composed, so that they are found as they are typed", () => {
    expect(stored("lecture_name", "Anton\u0069\u0301n Dvor\u030Ca\u0301k")).toBe(
      "Anton\u00EDn Dvo\u0159\u00E1k",
    );
    expect(stored("course_name", "\u1112\u1161\u11AB")).toBe("\uD55C");
    expect(stored("subject", "q\u0307")).toBe("q\u0307");
  });

  it("keep tabs, line breaks, markup and U+FFFD", () => {
    const text = "a\tb\r\nc\n<b>\uFFFD";
    expect(stored("course_description", text)).toBe(text);
  });
});

describe("lecture numbers", () => {
  it.each([
    ["0", 0],
    ["007", 7],
    ["3.", 3],
    ["3.0", 3],
    ["3,0", 3],
    ["3,00", 3],
    ["3E+0", 3],
    ["1.2E+3", 1200],
    ["1,5e1", 15],
    ["\u00A012\u202F", 12],
    [" 2147483647 ", 2147483647],
    ["٣", 3],
    ["１２", 12],
    ["𝟙𝟞", 16],
    ["", null],
  ])("%j is %j", (text, value) => expect(stored("lecture_number", text)).toBe(value));

  it.each([
    "2147483648",
    "-1",
    "-0",
    "+1",
    "1.5",
    "1,000",
    "1.25E+1",
    "1e-3",
    "1e10",
    "1 000",
    "0x10",
    "NaN",
    "Infinity",
    "1 2",
    ".",
  ])("%j is not one", (text) =>
    expect(reasonFor("lecture_number", text)).toBe("not a whole number from 0 to 2,147,483,647"),
  );
});

describe("views", () => {
  it.each([
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["9,007,199,254,740,991", Number.MAX_SAFE_INTEGER],
    ["1,234,567", 1234567],
    ["12", 12],
    ["12.00", 12],
    ["1,000", 1000],
    ["1,234.0", 1234],
    ["1.234.567", 1234567],
    ["1.234", 1234],
    ["1.234,00", 1234],
    ["1234.000", 1234],
    ["0.000", 0],
    ["1 234 567", 1234567],
    ["1\u00A0234", 1234],
    ["1\u202F234\u2009567,0", 1234567],
    ["1'234", 1234],
    ["1.2E+3", 1200],
    ["", null],
  ])("%j are %j", (text, value) => expect(stored("views", text)).toBe(value));

  it.each([
    "9007199254740992",
    "9007199254740993",
    "1,23",
    "0,123",
    "0.123",
    "0 123",
    "1234,567",
    ",123",
    "1,234,",
    "1.234.56",
    "1,234.567",
    "1.234,5",
    "12 34",
    "1  234",
    "-5",
    "1.5",
  ])("%j are none", (text) =>
    expect(reasonFor("views", text)).toBe("not a whole number from 0 to 9,007,199,254,740,991"),
  );
});

describe("view rates", () => {
  it.each([
    ["4.75", 4.75],
    [".5", 0.5],
    ["5.", 5],
    ["-3", -3],
    ["+3", 3],
    ["1e12", 1e12],
    ["-1E+12", -1e12],
    ["1e-400", 0],
    ["4,5", 4.5],
    ["1,5", 1.5],
    ["-4,50", -4.5],
    [",5", 0.5],
    ["0,123", 0.123],
    ["1234,567", 1234.567],
    ["1.234", 1.234],
    ["1.234,5", 1234.5],
    ["1,234.5", 1234.5],
    ["1,234,567", 1234567],
    ["1.234.567", 1234567],
    ["1 234,567", 1234.567],
    ["1,2E+03", 1200],
    ["", null],
  ])("%j is %j", (text, value) => expect(stored("view_rate", text)).toBe(value));

  it.each([
    "1000000000000.1",
    "1e13",
    "1e400",
    "NaN",
    "Infinity",
    "-Infinity",
    "0x1F",
    "1,5,5",
    "1.5.5",
    "1,23,456",
    "45%",
    "1e",
    "e5",
    ".",
  ])("%j is not one", (text) => expect(reasonFor("view_rate", text)).toContain("not a number"));

  it.each([
    ["view_rate", "1,234", "may mean 1234 or 1.234; write it in one of these ways"],
    ["view_rate", "-12,500", "may mean -12500 or -12.5; write it in one of these ways"],
    [
      "view_rate",
      "12,3 %",
      "not a number but a percentage, which may mean 12.3 or 0.123; write it in one of these ways",
    ],
    ["views", "12.000", "may mean 12000 or 12; write it in one of these ways"],
  ] as const)("are not guessed where both readings are common: %s %s", (field, text, reason) => {
    expect(reasonFor(field, text)).toBe(reason);
  });
});

describe("images", () => {
  it("are http and https addresses of at most 2,000 characters", () => {
    const address = `https://example.org/${"x".repeat(1980)}`;
    expect(stored("image", address)).toBe(address);
    expect(reasonFor("image", `${address}x`)).toBe("longer than 2,000 characters");
    expect(stored("image", "http://example.org/a.png?b=c#d")).toBe("http://example.org/a.png?b=c#d");
    expect(stored("image", "")).toBeNull();
  });

  it("have their protocol in small letters, as the database asks for", () => {
    expect(stored("image", "HTTPS://Example.org/A.png")).toBe("https://Example.org/A.png");
  });

  it.each([
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "//example.org/a.png",
    "a.png",
    "https:example.org/a.png",
    "https://",
    "ht\ntps://example.org/a.png",
    "https://example.org/a b.png",
    "ftp://example.org/a.png",
  ])("%j is none", (text) => expect(reasonFor("image", text)).toBe("not an http or https address"));
});

describe("videos", () => {
  it("are stored in one form", () => {
    expect(stored("youtube", "youtu.be/aB3-_xYz019?t=4")).toBe("https://www.youtube.com/embed/aB3-_xYz019");
    expect(stored("youtube", " ")).toBeNull();
    expect(stored("youtube", "https://www.youtube.com/watch?list=PL1&amp;v=aB3-_xYz019")).toBe(
      "https://www.youtube.com/embed/aB3-_xYz019",
    );
  });

  it.each([
    "https://www.youtube.com/playlist?list=PLabc",
    "youtube.com/playlist?feature=share&list=PLabc",
    "https://www.youtube-nocookie.com/embed/videoseries?list=PLabc",
    "https://www.youtube.com/watch?list=PLabc",
  ])("are no playlists, as is said of them: %s", (text) => {
    expect(reasonFor("youtube", text)).toBe("not a YouTube address of a video, but of a playlist");
  });

  it.each(["https://www.youtube.com/@lectures", "youtube.com/clip/Ugkx", "https://youtu.be/short"])(
    "%s is on YouTube, and no video",
    (text) => {
      expect(reasonFor("youtube", text)).toBe("not a YouTube address of a video");
    },
  );

  it.each(["aB3-_xYz019", "https://vimeo.com/1", "javascript:alert(1)", "n/a"])("%j is none", (text) => {
    expect(reasonFor("youtube", text)).toBe("not a YouTube address");
  });
});

describe("characters that nobody sees, at the ends of a text", () => {
  it.each(["\u200B", "\u200E", "\u2060 ", " \uFEFF\u200F"])("are taken off: %j", (mark) => {
    expect(stored("course_name", `${mark}Алгебра${mark}`)).toBe("Алгебра");
    expect(stored("lecture_number", `${mark}3`)).toBe(3);
    expect(stored("youtube", `\u202Ahttps://youtu.be/aB3-_xYz019${mark}`)).toMatch(/aB3-_xYz019$/);
  });

  it("are taken off in pairs where they enclose it", () => {
    expect(stored("course_name", " \u202B\u2067\u05D0\u05D1\u2069\u202C\u200E")).toBe("\u05D0\u05D1");
    expect(stored("youtube", "\u202Ahttps://youtu.be/aB3-_xYz019\u202C")).toMatch(/aB3-_xYz019$/);
    expect(stored("course_name", "Title \u202B\u05D0\u202C")).toBe("Title \u202B\u05D0\u202C");
  });

  it("stay within it, where they may join letters", () => {
    expect(stored("course_name", "\u0645\u06CC\u200C\u0631")).toBe("\u0645\u06CC\u200C\u0631");
  });
});

describe("what a spreadsheet shows in place of a result", () => {
  it.each([
    "#N/A",
    "#VÄRDEFEL!",
    "#HIÁNYZIK",
    "#BUSY!",
    "######",
    "#DIV/0!",
    "#NAME?",
    "#ERROR!",
    "#NV",
    "#WERT!",
    "#BEZUG!",
    "#ZAHL!",
    "#N/D",
    "#¿NOMBRE?",
    "#ССЫЛКА!",
    "Err:502",
  ])("is no name: %s", (text) => {
    expect(reasonFor("lecture_name", text)).toBe("an error of the spreadsheet");
    expect(stored("lecture_name", `About ${text}`)).toBe(`About ${text}`);
    for (const field of ["lecture_number", "youtube", "views"] as const)
      expect(reasonFor(field, ` ${text}`)).toBe("an error of the spreadsheet");
  });

  it("is told apart where a formula was not calculated, and where the cell has no text", () => {
    expect(reasonFor("lecture_number", "#CALC!")).toMatch(/^a formula without a result; open the workbook/);
    expect(reasonFor("image", "#PICTURE!")).toBe("a picture or linked data in the cell, not a text");
  });
});
