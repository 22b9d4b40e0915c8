import { describe, expect, it } from "vitest";
import type { parseCsv } from "../../../lib/csv/parse-csv.ts";
import { bytesOf, readRows } from "./support.ts";

type Options = Parameters<typeof parseCsv>[1];

async function rowsOf(content: string | Uint8Array, options?: Options) {
  const items = await readRows(bytesOf(content), options);
  return items.map((item) => (item.ok ? item.cells : item.message));
}

describe("lines", () => {
  const rows = [
    ["a", "b"],
    ["1", "x"],
    ["2", "y"],
  ];

  it.each([
    ["LF", "a,b\n1,x\n2,y\n"],
    ["CRLF", "a,b\r\n1,x\r\n2,y\r\n"],
    ["CR", "a,b\r1,x\r2,y\r"],
    ["CRLF and LF", "a,b\r\n1,x\n2,y\r\n"],
    ["LF and CRLF", "a,b\n1,x\r\n2,y\n"],
    ["CRLF behind quotes", 'a,"b"\r\n1,"x"\r\n2,"y"\r\n'],
    ["LF without a last one", "a,b\n1,x\n2,y"],
    ["CRLF without a last one", "a,b\r\n1,x\r\n2,y"],
    ["CR without a last one", "a,b\r1,x\r2,y"],
  ])("may end in %s", async (_name, content) => {
    expect(await rowsOf(content)).toEqual(rows);
    expect(await rowsOf(content, { pieceLength: 1 })).toEqual(rows);
  });

  it("are numbered as in a spreadsheet: blank ones are left out and count, line breaks in cells do not", async () => {
    const rows = await readRows(bytesOf('a,b\n\n1,"x\ny\n"\n  \t\n2,z\n\n\n'));
    expect(rows.map((row) => row.ok && [row.rowNumber, row.cells])).toEqual([
      [1, ["a", "b"]],
      [3, ["1", "x\ny\n"]],
      [5, ["2", "z"]],
    ]);
  });

  it("of commas alone are blank too, however many", async () => {
    const rows = await readRows(bytesOf(`a,b\n,\n"", ,\n${",".repeat(20_000)}\n1,x${",".repeat(20_000)}\n`));
    expect(rows.map((row) => row.ok && [row.rowNumber, row.cells.slice(0, 2), row.problem])).toEqual([
      [1, ["a", "b"], null],
      [5, ["1", "x"], null],
    ]);
  });

  it("may be none", async () => {
    expect(await rowsOf("")).toEqual([]);
    expect(await rowsOf("\uFEFF\n\n")).toEqual([]);
  });
});

describe("cells", () => {
  it("may hold commas, doubled quotation marks and line breaks in quotes", async () => {
    expect(await rowsOf('a,b\n"1,2","say ""hi"""\n"x\r\ny","\n"\n')).toEqual([
      ["a", "b"],
      ["1,2", 'say "hi"'],
      ["x\r\ny", "\n"],
    ]);
  });

  it("keep a carriage return only if it is in quotes", async () => {
    expect(await rowsOf('a\r\n"x\r"\r\ny\r\n"z"""\r\n5"\r\n"q\r\n"\r\n"""\r"\r\n')).toEqual([
      ["a"],
      ["x\r"],
      ["y"],
      ['z"'],
      ['5"'],
      ["q\r\n"],
      ['"\r'],
    ]);
  });

  it("may hold quotation marks without being quoted", async () => {
    expect(await rowsOf('a,b\n5" disk,say "hi"\n')).toEqual([
      ["a", "b"],
      ['5" disk', 'say "hi"'],
    ]);
  });

  it("come in as many as there are, and as they are", async () => {
    const rows = [["a", "b"], ["1"], ["1", "2", "3"], [" 1 ", "\0"]];
    expect(await rowsOf("a,b\n1\n1,2,3\n 1 ,\0\n")).toEqual(rows);
  });
});

describe("delimiters", () => {
  it.each([",", ";", "\t", "|"] as const)(
    "may be %j, of which quoted cells may hold some",
    async (delimiter) => {
      const content = `a;"b;; ""c""" ;",\t|"; d\n;"";;"x" \n`.replaceAll(";", delimiter);
      const rows = await readRows(bytesOf(content), { delimiter });
      expect(rows.map((row) => row.ok && [row.cells, row.problem])).toEqual([
        [["a", `b${delimiter}${delimiter} "c"`, ",\t|", " d"], null],
        [["", "", "", "x"], null],
      ]);
    },
  );
});

describe("quotation marks", () => {
  it("left open make the rest of the file one row with a problem", async () => {
    const rows = await readRows(bytesOf('a,b\n1,x\n2,"y\n3,z\n4,z\n'));
    expect(rows).toMatchObject([
      { rowNumber: 1, problem: null },
      { rowNumber: 2, problem: null },
      {
        rowNumber: 3,
        cells: ["2", "y\n3,z\n4,z\n"],
        problem:
          "a quotation mark is opened and never closed; the 2 lines after it were read as part of this row",
      },
    ]);
  });

  it.each([
    ["at the end", "3\tz\n"],
    ["in the middle", "3\tz\n".repeat(30_000)],
  ])("left open where tabs separate are part of the text, %s of a file", async (_place, rest) => {
    const rows = await readRows(bytesOf(`a\tb\n1\t"x\n2\t"y\n${rest}`), { delimiter: "\t" });
    expect(rows.slice(0, 4)).toMatchObject([
      { problem: null },
      { cells: ["1", '"x'], problem: null },
      { cells: ["2", '"y'], problem: null },
      { cells: ["3", "z"], problem: null },
    ]);
  });

  it("left open as the very last character are not taken for a blank line", async () => {
    expect(await readRows(bytesOf('a,b\n"'))).toMatchObject([
      { rowNumber: 1 },
      { rowNumber: 2, problem: /never closed/ },
    ]);
  });

  it("left open until the next quoted cell give a row with a problem, and the rows after it are whole", async () => {
    expect(await readRows(bytesOf('a,b\n1,"x\n2,"y"\n3,z\n'))).toMatchObject([
      { problem: null },
      {
        problem:
          "a quotation mark inside a quoted cell is not doubled; the line after it was read as part of this row",
      },
      { cells: ["3", "z"], problem: null },
    ]);
  });
});

describe("bytes", () => {
  const sample =
    '\uFEFFa,"b"\r\n1,"é ""ß"" 𝒳,\r\n日本"\r\n\r\nنص,🎓"x\n"\uFFFD",\0\n"","""\u{10FFFF}"""\r\n3,"x\r"\r\nlast,"y';

  it("may be cut anywhere", async () => {
    const bytes = new TextEncoder().encode(sample);
    const whole = await readRows(bytesOf(bytes, bytes.length));
    expect(whole).toHaveLength(7);
    for (let size = 1; size <= bytes.length; size++) {
      for (const pieceLength of [1, 2, 3, 7, 64 * 1024]) {
        expect(await readRows(bytesOf(bytes, size), { pieceLength })).toEqual(whole);
      }
    }
    for (let at = 0; at <= bytes.length; at++) {
      async function* halves() {
        yield bytes.subarray(0, at);
        yield bytes.subarray(at);
      }
      expect(await readRows(halves(), { pieceLength: bytes.length })).toEqual(whole);
    }
  });

  it("that are not UTF-8 make text that is not well-formed, and a real U+FFFD does not", async () => {
    const latin1 = Buffer.concat([
      Buffer.from("a\nfine \uFFFD,"),
      Buffer.from("caf\u00e9 ", "latin1"),
      Buffer.from("\uFFFD"),
    ]);
    for (const pieceLength of [1, 5, 100]) {
      const [, cells] = await rowsOf(latin1, { pieceLength });
      expect(cells).toEqual(["fine \uFFFD", "caf\uDC80 \uFFFD"]);
    }
  });

  it("that end in the middle of a character are damage too", async () => {
    expect(await rowsOf(Buffer.from([0x61, 0x0a, 0x62, 0xe2, 0x82]))).toEqual([["a"], ["b\uDC80"]]);
  });

  it("lose one byte order mark, at the start only", async () => {
    expect(await rowsOf('\uFEFF"a,b",c\n\uFEFF1,2\n')).toEqual([
      ["a,b", "c"],
      ["\uFEFF1", "2"],
    ]);
  });
});

describe("a row that is too long", () => {
  const message = "Row 3 is longer than 20 characters. Is a quotation mark in it left open?";

  it.each([1, 4, 1000])("ends the reading, by its number, with pieces of %i", async (pieceLength) => {
    const options = { rowLimit: 20, pieceLength };
    expect(await rowsOf(`a,b\n1,x\n"${"y".repeat(30)}"\n4,z\n`, options)).toEqual([
      ["a", "b"],
      ["1", "x"],
      message,
    ]);
    expect(await rowsOf(`a,b\n1,x\n"${"y".repeat(30)}`, options)).toEqual([["a", "b"], ["1", "x"], message]);
    expect(await rowsOf(`a,b\n1,x\n${"y".repeat(19)}\n4,z\n`, options)).toHaveLength(4);
  });

  it("is not read to its end", async () => {
    let sent = 0;
    async function* endless() {
      yield new TextEncoder().encode('a,b\n1,"');
      for (; sent < 1e9; sent += 100_000) yield new Uint8Array(100_000).fill(0x78);
    }
    expect(await readRows(endless())).toMatchObject([{ ok: true }, { ok: false, message: /^Row 2 / }]);
    expect(sent).toBeLessThan(1e6);
  });
});
