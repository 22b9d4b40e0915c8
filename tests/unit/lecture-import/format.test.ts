import { describe, expect, it } from "vitest";
import { findFormat, START_LENGTH } from "../../../lib/csv/format.ts";
import { lectureTable } from "../../../lib/lecture-import/columns.ts";
import { HEADER_LINE, lineWith } from "./support.ts";

const formatOf = (text: string | Uint8Array, isWhole = true) =>
  findFormat(typeof text === "string" ? Buffer.from(text) : text, lectureTable.columns, isWhole).format;

const SHORT = "Course,No,Title,URL";
const rows = "A,1,One,\nA,2,Two,\n";

describe("the separator", () => {
  it.each([",", ";", "\t", "|"])("is found by the names between it: %j", (sign) => {
    expect(formatOf(`${SHORT}\n${rows}`.replaceAll(",", sign)).delimiter).toBe(sign);
  });

  it("is not what there is most of", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `A;${index};a, b, c, d, e;"x, y, z"`);
    expect(formatOf(`Course;No;Title;Keywords\n${lines.join("\n")}`)).toMatchObject({ delimiter: ";" });
  });

  it("is not what stands in quotes or in a name", () => {
    expect(formatOf(`"Notes; more; of it",${SHORT}\n`).delimiter).toBe(",");
    expect(formatOf(`"Course","No","Title;URL;Views;Tags","URL"\n`).delimiter).toBe(",");
  });

  it("is what makes regular rows where no name is known", () => {
    expect(formatOf("Kurs;Nr;Titel\nA, a;1;Eins, zwei, drei\nB;2;Zwei\n").delimiter).toBe(";");
    expect(formatOf("Kurs\tNr\tTitel\nA, a\t1\tEins; zwei\nB\t2\tZwei\n").delimiter).toBe("\t");
    expect(formatOf("Nothing\nat all\n")).toMatchObject({ delimiter: ",", headerRow: 1 });
  });

  it.each(["sep=;", '"sep=;"', "SEP=;", "sep=;;;;", "\uFEFFsep=;"])(
    "may be given by a line that spreadsheets do not show: %j",
    (line) => {
      expect(formatOf(`${line}\r\n${SHORT.replaceAll(",", ";")}\r\n`)).toMatchObject({
        delimiter: ";",
        headerRow: 1,
      });
    },
  );
});

it("what a line says is a mistake where another separator names the columns", () => {
  expect(formatOf(`sep=,\r\n${SHORT.replaceAll(",", ";")}\r\n`)).toMatchObject({
    delimiter: ";",
    headerRow: 1,
  });
});

describe("the header", () => {
  it("is the row that names the required columns, below titles of any kind", () => {
    for (const [title, headerRow] of [
      ["Lectures 2026\n", 2],
      ["Lectures, 2026, all of them\n\nCourse,Views\n", 4],
      ['"A title\nof two lines",,,\n,,,\n', 3],
    ] as const) {
      expect(formatOf(`${title}${SHORT}\n${rows}`), title).toMatchObject({ headerRow, delimiter: "," });
    }
  });

  it("is not the row that most others are like, nor one that names a column by chance", () => {
    expect(formatOf(`Views,Tags\n${"a,b\n".repeat(5)}${SHORT}\n${rows}`).headerRow).toBe(7);
    expect(formatOf("All,Views,\nKurs,Nr,Titel\nA,1,Eins\nB,2,Zwei\n").headerRow).toBe(1);
    expect(formatOf("Views,,\nKurs,Nr,Titel\nA,1,Eins\nB,2,Zwei\n").headerRow).toBe(2);
  });

  it("is the second of two rows with merged cells, where it names more", () => {
    const names = "Course Name,Lecture Number,lecture name";
    const lecture = "A,1,One,https://youtu.be/aB3-_xYz019,5\n";
    expect(formatOf(`${names},Video,Video\n${names},youtube,Views\n${lecture}`).headerRow).toBe(2);
    expect(formatOf(`${names},youtube,Views\n${names},Video,Video\n${lecture}`).headerRow).toBe(1);
  });

  it("is the first of several", () => {
    expect(formatOf(`${SHORT}\n${rows}${SHORT}\n`).headerRow).toBe(1);
  });

  it("is one of the first 30 rows", () => {
    expect(formatOf(`${"Title,\n".repeat(29)}${SHORT}\n`).headerRow).toBe(30);
    expect(formatOf(`${"Title,\n".repeat(30)}${SHORT}\n`).headerRow).toBe(1);
  });

  it("is the first full row where no name is known", () => {
    expect(formatOf("Liste der Vorlesungen;;\n\nKurs;Nr;Titel\nA;1;Eins\nB;2;Zwei\n").headerRow).toBe(3);
  });
});

describe("the encoding", () => {
  const table = `${HEADER_LINE}\n${lineWith({ lecture_name: "Café" })}\n`;
  it.each([
    ["utf-8", Buffer.from(table)],
    ["utf-8", Buffer.from(table.replace("é", "e"))],
    ["windows-1252", Buffer.from(table, "latin1")],
    ["utf-16le", Buffer.from(table, "utf16le")],
    ["utf-16be", Buffer.from(`\uFEFF${table}`, "utf16le").swap16()],
    ["utf-16le", Buffer.from(`${table}日本語の講義,`.repeat(50), "utf16le")],
  ])("%s", (encoding, bytes) => expect(formatOf(bytes).encoding).toBe(encoding));

  it("is found in a start that cuts a character", () => {
    const start = Buffer.from(`${table}${"é".repeat(START_LENGTH)}`).subarray(0, START_LENGTH + 1);
    expect(formatOf(start, false).encoding).toBe("utf-8");
    expect(formatOf(start.subarray(1), false).encoding).toBe("utf-8");
  });
});
