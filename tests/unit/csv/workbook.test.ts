import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { WORKBOOK_LIMITS, workbookToCsv } from "../../../lib/csv/workbook.ts";
import type { LinkReader, LinkUse } from "../../../lib/csv/workbook-fillers.ts";
import { stylesOf, type XlsxCell, xlsxOf } from "./xlsx.ts";

const read = (bytes: Uint8Array<ArrayBuffer>, options?: Parameters<typeof workbookToCsv>[1]) =>
  workbookToCsv(new Blob([bytes]), options);

async function csvOf(bytes: Uint8Array<ArrayBuffer>, options?: Parameters<typeof workbookToCsv>[1]) {
  const converted = await read(bytes, options);
  if (!converted.ok) throw new Error(converted.message);
  return (await converted.csv.text()).replace(/^\uFEFF/, "");
}

/** The CSV text of one cell of a workbook. */
async function cellOf(cell: XlsxCell, options?: Parameters<typeof xlsxOf>[1]) {
  return (await csvOf(xlsxOf([{ name: "Sheet1", rows: [["x", cell]] }], options))).replace(/^x,|\n$/g, "");
}

const typed = (attributes: string, content: string) => ({
  xml: (reference: string) => `<c r="${reference}" ${attributes}>${content}</c>`,
});

const uses: Record<string, LinkUse> = { Film: "address", Name: "name", Group: "nothing" };

/** The link reader of a file with a column of films, whose addresses begin with `https://film/`. */
const filmLinks: LinkReader = {
  columnsOf: (row) =>
    row.includes("Name")
      ? {
          uses: row.map((name) => uses[name] ?? "unknown"),
          wanted: row.includes("Film") ? row.indexOf("Film") : "Film",
        }
      : null,
  isWanted: (address) => address.startsWith("https://film/"),
};

describe("a link", () => {
  const linkFormula = (formula: string, value: string) => ({
    xml: (r: string) => `<c r="${r}" t="str"><f>HYPERLINK(${formula})</f><v>${value}</v></c>`,
  });
  const uncalculated = (formula: string) => ({
    xml: (r: string) => `<c r="${r}"><f>HYPERLINK(${formula})</f></c>`,
  });

  it("is read as its text where no address is expected", async () => {
    const rows = [
      ["Name", "Film"],
      ["One", "Watch"],
      ["Two", linkFormula('"https://film/2","See"', "See")],
    ];
    const bytes = xlsxOf([{ name: "S", rows, links: { A2: "https://film/0", B2: "https://film/1" } }]);
    expect(await csvOf(bytes)).toBe("Name,Film\nOne,Watch\nTwo,See\n");
  });

  it("is read as its address in a column of addresses, unless its text is one, or it leads elsewhere", async () => {
    const rows = [
      ["Watch", "Films"],
      ["Name", "Film"],
      ["One", "Watch"],
      ["Two", "https://film/own"],
      ["Three", "in the sheet"],
      ["Four", "a file"],
      ["Five", null],
      ["Six", linkFormula('"https://film/6?a=""b""","See"', "See")],
      ["Seven", uncalculated('"https://film/7","See"')],
      ["Eight", linkFormula("A1", "See")],
      ["Nine", "a merged cell"],
      ["Ten", null],
      ["Eleven", "https://film/11"],
      ["Twelve", typed('t="e" vm="1"', '<f>_xlfn.IMAGE("https://film/12","Still")</f><v>#VALUE!</v>')],
      ["Thirteen", typed("", '<f>IMAGE("https://film/13",1)</f>')],
    ];
    const links = {
      A3: "https://film/name",
      B3: "https://film/1?a=1&b=2",
      B4: "https://film/other",
      B6: "file:///C:/film.mp4",
      A7: "https://film/5",
      B7: "https://film/of-nothing",
      "B11:B12": "https://film/9",
      A13: "https://film/other",
    };
    const after = '<mergeCells count="1"><mergeCell ref="B11:B12"/></mergeCells>';
    const csv = await csvOf(xlsxOf([{ name: "S", rows, links, after }]), { links: filmLinks });
    expect(csv.split("\n").slice(2, -1)).toEqual([
      "One,https://film/1?a=1&b=2",
      "Two,https://film/own",
      "Three,in the sheet",
      "Four,a file",
      "Five,https://film/5",
      'Six,"https://film/6?a=""b"""',
      "Seven,https://film/7",
      "Eight,See",
      "Nine,https://film/9",
      "Ten,https://film/9",
      "Eleven,https://film/11",
      "Twelve,https://film/12",
      "Thirteen,https://film/13",
    ]);
  });

  it("is read in a column of its own if the addresses that are wanted have none", async () => {
    const rows = [
      ["Name", "Group"],
      ["One", "here", "a note"],
      ["Two", "there"],
      ["Three", null],
    ];
    const links = { A2: "https://film/1", B2: "https://film/group", A4: "https://film/3" };
    expect(await csvOf(xlsxOf([{ name: "S", rows, links }]), { links: filmLinks })).toBe(
      "Name,Group,,Film\nOne,here,a note,https://film/1\nTwo,there,,\nThree,,,https://film/3\n",
    );
    const others = { A2: "https://example.org", B2: "not an address" };
    expect(await csvOf(xlsxOf([{ name: "S", rows, links: others }]), { links: filmLinks })).toBe(
      "Name,Group,\nOne,here,a note\nTwo,there,\nThree,,\n",
    );
  });

  it("is read as its address in a column with an unknown name if it is wanted", async () => {
    const rows = [
      ["Name", "To see"],
      ["One", "Watch"],
      ["Two", "Read"],
    ];
    const links = { B2: "https://film/1", B3: "https://example.org" };
    expect(await csvOf(xlsxOf([{ name: "S", rows, links }]), { links: filmLinks })).toBe(
      "Name,To see\nOne,https://film/1\nTwo,Read\n",
    );
  });

  it("is one of each of the cells that it was set for at once", async () => {
    const rows = [
      ["Name", "To see"],
      ["One", "Watch"],
      ["Two", "Watch"],
      ["Three", "Watch"],
    ];
    const whole = "Name,To see\nOne,https://film/1\nTwo,https://film/1\nThree,Watch\n";
    expect(
      await csvOf(xlsxOf([{ name: "S", rows, links: { "B2:B3": "https://film/1" } }]), { links: filmLinks }),
    ).toBe(whole);
    // Down to the last row, whatever a file says, and no more cells than fit into the memory.
    const links = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`B2:XF${1_048_000 + n}`, "https://film/1"]),
    );
    expect(await csvOf(xlsxOf([{ name: "S", rows, links }]), { links: filmLinks })).toBe(
      whole.replace("Three,Watch", "Three,https://film/1"),
    );
  });

  it("has a text that is known without calculating it", async () => {
    const cells = ['"https://film/1","a ""b"" c"', '"https://film/2"', '"https://film/3",A1'].map(
      uncalculated,
    );
    expect(await csvOf(xlsxOf([{ name: "S", rows: [cells] }]))).toBe('"a ""b"" c",https://film/2,#CALC!\n');
  });
});

describe("a cell", () => {
  it.each<[string, XlsxCell, string]>([
    ["a text", "Größe", "Größe"],
    ["a text with commas, quotes and lines", 'a, "b"\nc', '"a, ""b""\nc"'],
    ["a number", 1234, "1234"],
    ["a number with noise behind its 15 digits", typed("", "<v>0.30000000000000004</v>"), "0.3"],
    ["a number with an exponent", typed("", "<v>1.2345E+6</v>"), "1234500"],
    ["a text in the cell", typed('t="inlineStr"', "<is><t>here</t></is>"), "here"],
    ["a text that is marked as such", typed('t="inlineStr"', "<is><t>a <![CDATA[& b]]></t></is>"), "a & b"],
    [
      "runs of a text in the cell",
      typed('t="inlineStr"', "<is><r><t>he</t></r><r><t>re</t></r><rPh><t>HERE</t></rPh></is>"),
      "here",
    ],
    ["what a formula has given: a text", typed('t="str"', "<f>A1&amp;B1</f><v>both</v>"), "both"],
    ["what a formula has given: a number", typed("", "<f>1+2</f><v>3</v>"), "3"],
    ["what a formula has given: an empty text", typed('t="str"', "<f>A1</f><v></v>"), ""],
    ["a formula that has given nothing yet", typed("", "<f>1+2</f>"), "#CALC!"],
    ["a formula that has given nothing yet, as openpyxl writes it", typed("", "<f>1+2</f><v></v>"), "#CALC!"],
    ["a formula that has given nothing yet, as a closed element", typed("", "<f>1+2</f><v/>"), "#CALC!"],
    ["true", typed('t="b"', "<v>1</v>"), "TRUE"],
    ["false", typed('t="b"', "<v>0</v>"), "FALSE"],
    ["an error", typed('t="e"', "<v>#N/A</v>"), "#N/A"],
    [
      "an error of a formula with several results",
      typed('t="e" vm="1"', "<f>A1</f><v>#VALUE!</v>"),
      "#VALUE!",
    ],
    ["a picture in the cell", typed('t="e" vm="1"', "<v>#VALUE!</v>"), "#PICTURE!"],
    ["a date as a text", typed('t="d"', "<v>2026-11-23</v>"), "2026-11-23"],
    ["a character that XML cannot hold", "a_x000D_b", '"a\rb"'],
  ])("is read: %s", async (_, cell, text) => expect(await cellOf(cell)).toBe(text.replace(/^$/, "x")));

  it("is read with all runs of a shared text, and without how it is pronounced", async () => {
    const sharedStrings = ["<r><rPr><b/></rPr><t>bo</t></r><r><t>ld</t></r><rPh><t>BOLD</t></rPh>"];
    expect(await cellOf(typed('t="s"', "<v>0</v>"), { sharedStrings })).toBe("bold");
    expect(await cellOf(typed('t="s"', ""), { sharedStrings })).toBe("x");
  });

  it.each<[number | string, number, string]>([
    [14, 46_349, "2026-11-23"],
    [22, 46_349.5, "2026-11-23T12:00:00"],
    [20, 0.75, "18:00:00"],
    ["yyyy\\-mm\\-dd", 46_349, "2026-11-23"],
    ["[$-409]d/m/yy h:mm AM/PM;@", 46_349.25, "2026-11-23T06:00:00"],
    ["[h]:mm", 0.5, "12:00:00"],
    [14, 1, "1900-01-01"],
    [14, 61, "1900-03-01"],
    [2, 46_349, "46349"],
    [10, 0.125, "12.5%"],
    ["0.0 %", 0.3, "30%"],
    ['0" %"', 5, "5"],
    ['0 "days"', 5, "5"],
    ["[Red]0.00", 5, "5"],
    ["General", 5, "5"],
  ])("in format %j shows %d as %s", async (format, value, text) => {
    expect(await cellOf(typed('s="1"', `<v>${value}</v>`), { styles: stylesOf(format) })).toBe(text);
  });

  it("is no result of a formula that is still to be calculated, as XlsxWriter writes it", async () => {
    const options = { isUncalculated: true };
    expect(await cellOf(typed("", "<f>1+2</f><v>0</v>"), options)).toBe("#CALC!");
    expect(await cellOf(typed("", "<f>1+2</f><v>3</v>"), options)).toBe("3");
    expect(await cellOf(0, options)).toBe("0");
  });

  it("counts days from 1904 where the workbook does", async () => {
    const options = { styles: stylesOf(14), isFrom1904: true };
    expect(await cellOf(typed('s="1"', "<v>44887</v>"), options)).toBe("2026-11-23");
  });
});

describe("rows", () => {
  it("keep their numbers, and are as wide as the sheet where the header may be", async () => {
    const bytes = xlsxOf([{ name: "S", rows: [["title"], null, ["a", "b"], [], ["1", null, "note"]] }]);
    expect(await csvOf(bytes)).toBe("title,,\n\na,b,\n\n1,,note\n");
  });

  it("behind the leading ones are as wide as these, or wider", async () => {
    const rows = Array.from({ length: 250 }, (_, index) => (index % 2 === 0 ? ["a", index] : null));
    rows[240] = ["a", 240, "x", "y"] as never;
    const lines = (await csvOf(xlsxOf([{ name: "S", rows }]))).split("\n");
    expect([lines[0], lines[1], lines[100], lines[101], lines[240], lines[248]]).toEqual([
      "a,0,,",
      "",
      "a,100",
      "",
      "a,240,x,y",
      "a,248",
    ]);
  });

  it("are not padded to a stray cell far to the right", async () => {
    const rows = Array.from({ length: 9_000 }, (_, index) => ["a", index]);
    rows[50] = { length: 16_384, 0: "a", 16383: "stray" } as never;
    const stray = Array.from(rows[50] as ArrayLike<XlsxCell>, (cell) => cell ?? null);
    const csv = await csvOf(xlsxOf([{ name: "S", rows: [...rows.slice(0, 50), stray, ...rows.slice(51)] }]));
    expect(csv.length).toBeLessThan(3_000_000);
    expect(csv.split("\n")[50]).toMatch(/,stray$/);
    expect(csv.split("\n")[8_999]).toBe("a,8999");
  });

  it("are read without references, with prefixes and spaces as other programs write them", async () => {
    const sheet =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\n <x:sheetData>\n  <x:row>\n' +
      '   <x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c>\n   <x:c><x:v>1</x:v></x:c>\n  </x:row>\n </x:sheetData></x:worksheet>';
    const bytes = xlsxOf([{ name: "S", rows: [] }], { parts: { "xl/worksheets/sheet1.xml": sheet } });
    expect(await csvOf(bytes)).toBe("a,1\n");
  });
});

it("is found where its part has a space in its name", async () => {
  const bytes = xlsxOf([{ name: "S", rows: [["a", "b"]] }]);
  const parts = unzipSync(bytes);
  const relations = "xl/_rels/workbook.xml.rels";
  const moved = strFromU8(parts[relations]!).replace("worksheets/sheet1.xml", "worksheets/sheet%201.xml");
  const { "xl/worksheets/sheet1.xml": sheet, ...others } = parts;
  const archive = zipSync({ ...others, [relations]: strToU8(moved), "xl/worksheets/sheet 1.xml": sheet! });
  expect(await csvOf(archive as Uint8Array<ArrayBuffer>)).toBe("a,b\n");
});

describe("the sheet", () => {
  const bytes = xlsxOf([
    { name: "Lists", state: "hidden", rows: [["hidden"]] },
    { name: "Macros", state: "veryHidden", rows: [["hidden"]] },
    { name: "Empty", rows: [] },
    { name: "Spring & Summer", rows: [["spring"]] },
    { name: "Autumn", rows: [["autumn"]] },
  ]);

  it("is the first that can be seen and has something in it; the others are named", async () => {
    expect(await read(bytes)).toMatchObject({
      ok: true,
      sheet: "Spring & Summer",
      otherSheets: ["Empty", "Autumn"],
    });
    expect(await csvOf(bytes)).toBe("spring\n");
  });

  it("is not one of a single row if another has more", async () => {
    const sheets = [
      { name: "Cover", rows: [["Read me first"]] },
      { name: "Lectures", rows: [["a"], ["b"]] },
    ];
    expect(await read(xlsxOf(sheets))).toMatchObject({ sheet: "Lectures", otherSheets: ["Cover"] });
    expect(await csvOf(xlsxOf(sheets), { sheet: "Cover" })).toBe("Read me first\n");
  });

  it("is read with its hidden rows, which are counted", async () => {
    const rows = [["a"], ["b"], [], null, ["c"], ["d"]];
    const hidden = xlsxOf([{ name: "S", rows, hiddenRows: [2, 3, 5] }]);
    expect(await read(hidden)).toMatchObject({ ok: true, hiddenRows: 2 });
    expect(await csvOf(hidden)).toBe(await csvOf(xlsxOf([{ name: "S", rows }])));
    expect(await read(xlsxOf([{ name: "S", rows }]))).toMatchObject({ hiddenRows: 0 });
  });

  it("is the first that is meant, if any is", async () => {
    const sheets = ["Read me", "Spring", "Autumn"].map((name) => ({ name, rows: [[name], ["b"]] }));
    const meant = (text: string) => ({ isMeant: async (csv: Blob) => (await csv.text()).includes(text) });
    expect(await read(xlsxOf(sheets), meant("Spring"))).toMatchObject({ sheet: "Spring" });
    expect(await read(xlsxOf(sheets), meant("Winter"))).toMatchObject({ sheet: "Read me" });
    expect(await read(xlsxOf(sheets), { sheet: "Read me", ...meant("Spring") })).toMatchObject({
      sheet: "Read me",
    });
  });

  it("may be chosen", async () => {
    expect(await csvOf(bytes, { sheet: "Autumn" })).toBe("autumn\n");
    expect(await read(bytes, { sheet: "Lists" })).toEqual({
      ok: false,
      message: "This workbook has no sheet “Lists”.",
    });
  });
});

it("merged cells have their value in each row that has something else", async () => {
  const rows = [
    ["Our lectures"],
    ["Course", "Subject", "Title"],
    ["Algebra", "Maths", "One"],
    [null, null, "Two"],
    [],
    [null, "Physics", "Three"],
    [null, null, "Four"],
  ];
  const after = `<mergeCells>${["A1:C1", "A3:A6", "B3:C5"].map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
  expect(await csvOf(xlsxOf([{ name: "S", rows, after }]))).toBe(
    "Our lectures,,\nCourse,Subject,Title\nAlgebra,Maths,One\nAlgebra,Maths,Two\n\nAlgebra,Physics,Three\n,,Four\n",
  );
});

describe("a file is refused with a message", () => {
  const rows = [["a", "b"]];
  const zip = (parts: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
  const whole = xlsxOf([{ name: "S", rows }]);
  const broken = (part: string, xml: string | Uint8Array) =>
    xlsxOf([{ name: "S", rows }], { parts: { [part]: xml } });
  const DAMAGED = "This workbook is damaged, or is none.";

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    [
      "an old workbook",
      new Uint8Array(Buffer.from("d0cf11e0a1b11ae1", "hex")),
      "of the kind before 2007, or has a password",
    ],
    ["a binary workbook", zip({ "xl/workbook.bin": "" }), "(.xlsb). Save it as .xlsx."],
    ["OpenDocument", zip({ mimetype: "", "content.xml": "<a/>" }), "(.ods). Save it as .xlsx or as CSV."],
    ["Numbers", zip({ "Index/Document.iwa": "" }), "a document of Numbers"],
    ["a ZIP archive", zip({ "lectures.csv": "a,b" }), "a ZIP archive and not an Excel workbook"],
    ["something else", Uint8Array.of(1, 2, 3), "This is not an Excel workbook (.xlsx)."],
    ["nothing", new Uint8Array(), "The file is empty."],
    ["half a workbook", whole.slice(0, whole.length / 2), DAMAGED],
    [
      "text that is not UTF-8",
      broken("xl/sharedStrings.xml", Buffer.from("<sst><si><t>caf\xe9</t></si></sst>", "latin1")),
      DAMAGED,
    ],
    ["XML that is not well-formed", broken("xl/worksheets/sheet1.xml", "<worksheet><sheetData>"), DAMAGED],
    [
      "an entity",
      broken("xl/sharedStrings.xml", '<!DOCTYPE x [<!ENTITY a "b">]><sst><si><t>&a;</t></si></sst>'),
      DAMAGED,
    ],
    [
      "rows out of order",
      broken(
        "xl/worksheets/sheet1.xml",
        '<worksheet><sheetData><row r="2"/><row r="2"/></sheetData></worksheet>',
      ),
      DAMAGED,
    ],
    [
      "a row that no sheet has",
      broken("xl/worksheets/sheet1.xml", '<worksheet><sheetData><row r="1048577"/></sheetData></worksheet>'),
      DAMAGED,
    ],
    [
      "no sheet with anything in it",
      xlsxOf([{ name: "S", rows: [] }]),
      "No sheet of this workbook that can be seen",
    ],
  ])("%s", async (_, bytes, message) => {
    const converted = await read(bytes);
    expect(converted.ok ? "" : converted.message).toContain(message);
  });

  it("too large: the file, a part unpacked, the CSV", async () => {
    const limits = { file: 1 << 20, part: 1 << 20, csv: 1 << 20 };
    const message = async (bytes: Uint8Array<ArrayBuffer>) => {
      const converted = await read(bytes, { limits });
      return converted.ok ? "" : converted.message;
    };
    expect(await message(new Uint8Array((1 << 20) + 1))).toBe(
      "A workbook may have at most 1 MB. Save it as CSV, and import that.",
    );
    const bomb = broken("xl/worksheets/sheet1.xml", `<worksheet>${" ".repeat(1 << 20)}</worksheet>`);
    expect(bomb.length).toBeLessThan(10_000);
    expect(await message(bomb)).toBe(
      "The workbook is too large: unpacked, a part of it has more than 1 MB. Save it as CSV, and import that.",
    );
    const cells = Array.from({ length: 200 }, () => typed('t="s"', "<v>0</v>"));
    for (const rows of [[cells], [...Array(150).fill(null), ...Array(10).fill(cells)]]) {
      const sharedStrings = [`<t>${"x".repeat(6_000)}</t>`];
      expect(await message(xlsxOf([{ name: "S", rows }], { sharedStrings }))).toBe(
        "The sheet is too large: as CSV it has more than 1 MB.",
      );
    }
    expect(WORKBOOK_LIMITS.csv).toBe(100 * 1024 * 1024);
  });
});
