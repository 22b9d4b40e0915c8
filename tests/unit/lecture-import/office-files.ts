import { START_LENGTH } from "../../../lib/csv/format.ts";
import { encode } from "../csv/support.ts";
import { stylesOf, xlsxOf } from "../csv/xlsx.ts";

// Files as office programs write them, generated here so that one line each shows how they differ.

/** Course, number, name, video, View Rate, Views. */
type Lecture = [string, number | null, string, string | null, number | null, number | null];

/** Row, column, value, reason; a row with several faults has one entry for each. */
type Fault = [number, string | null, string, string];

type OfficeFile = {
  bytes: Uint8Array<ArrayBuffer>;
  /** The detected format as `delimiter encoding headerRow`. */
  format: string;
  lectures: Lecture[];
  faults?: Fault[];
  ignored?: string[];
};

const VIDEO = "https://www.youtube.com/embed/aB3-_xYz019";
const SHORT = "https://youtu.be/aB3-_xYz019";
const WHOLE = "not a whole number from 0 to 2,147,483,647";
const OTHER_COLUMNS = "names other columns than the header; import what is below by itself";
const NOT_UTF8 = "not valid UTF-8 text; save the file as “CSV UTF-8”";

const GEOMETRY: Lecture[] = [
  ["Größenlehre", 1, "Einführung", VIDEO, 4.5, 1234567],
  ["Größenlehre", 2, "Übung; Teil 1, 2", null, null, 12],
];
const CELLS = [
  ["Course Name", "Lecture Number", "lecture name", "youtube", "View Rate", "Views"],
  ["Größenlehre", "1", "Einführung", SHORT, "4.5", "1234567"],
  ["Größenlehre", "2", "Übung; Teil 1, 2", "", "", "12"],
];
/** The rows with numbers in the notation of different languages. */
const withNumbers = (rate: string, views: string) => CELLS.with(1, [...CELLS[1]!.slice(0, 4), rate, views]);
const GERMAN = withNumbers("4,5", "1.234.567");

type Way = { sign?: string; lineBreak?: string; quoteTexts?: boolean; noEnd?: boolean };

function text(rows: string[][], { sign = ",", lineBreak = "\r\n", quoteTexts, noEnd }: Way = {}): string {
  const mustQuote = (cell: string) =>
    cell.includes(sign) || /["\r\n]/.test(cell) || (quoteTexts && !/^[\d.]*$/.test(cell));
  const lines = rows.map((cells) =>
    cells.map((cell) => (mustQuote(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(sign),
  );
  return lines.join(lineBreak) + (noEnd ? "" : lineBreak);
}

const bytes = (buffer: Buffer) => new Uint8Array(buffer);
const utf8 = (content: string) => bytes(Buffer.from(content));
const BOM = "\uFEFF";
const windows1252 = (content: string) =>
  bytes(
    Buffer.from(content.replaceAll("’", "\x92").replaceAll("€", "\x80").replaceAll("“", "\x93"), "latin1"),
  );
const utf16 = (content: string) => bytes(Buffer.from(`${BOM}${content}`, "utf16le"));
const join = (...parts: Uint8Array[]) => bytes(Buffer.concat(parts));
/** Encodes in Mac Roman; only the letters used here are supported. */
const macRoman = (content: string) =>
  bytes(
    Buffer.from(
      content.replace(/[öüßÜ]/g, (letter) => ({ ö: "\x9a", ü: "\x9f", ß: "\xa7", Ü: "\x86" })[letter] ?? ""),
      "latin1",
    ),
  );

const wider = (rows: string[][], ...cells: string[]) => rows.map((row) => [...row, ...cells]);
const one = CELLS.slice(0, 2);
const [first] = GEOMETRY as [Lecture];
const COMMAS = ["", "", "", "", "", ""];

/** Rows that are all alike but for their numbers, and the lectures in them. */
const threeRows = (length: number) =>
  Array.from({ length }, (_, n) => ["Größenlehre", `${n + 3}`, "Drei", SHORT, "1.5", "7"]);
const threes = (length: number) =>
  Array.from({ length }, (_, n): Lecture => ["Größenlehre", n + 3, "Drei", VIDEO, 1.5, 7]);
/** A file whose last row is row 17, the first of its sixteen, and shorter than the others. */
const ALONE = text([...one, ...threeRows(14), ["Größenlehre", "30", "A", SHORT]]);

export const officeFiles: Record<string, OfficeFile> = {
  "Excel, CSV UTF-8": {
    bytes: utf8(BOM + text(CELLS)),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "Excel in German, CSV": {
    bytes: windows1252(text(GERMAN, { sign: ";" })),
    format: "; windows-1252 1",
    lectures: GEOMETRY,
  },
  "Excel in German, CSV UTF-8": {
    bytes: utf8(BOM + text(GERMAN, { sign: ";" })),
    format: "; utf-8 1",
    lectures: GEOMETRY,
  },
  "Excel in French, with no-break spaces": {
    bytes: windows1252(text(withNumbers("4,5\u00A0", "1\u00A0234\u00A0567"), { sign: ";" })),
    format: "; windows-1252 1",
    lectures: GEOMETRY,
  },
  "Excel in Swiss German": {
    bytes: windows1252(text(withNumbers("4.5", "1’234’567"), { sign: ";" })),
    format: "; windows-1252 1",
    lectures: GEOMETRY,
  },
  "Excel, Unicode Text": {
    bytes: utf16(text(CELLS, { sign: "\t" })),
    format: "\t utf-16le 1",
    lectures: GEOMETRY,
  },
  "Excel, Text (Tab delimited)": {
    bytes: windows1252(text(CELLS, { sign: "\t" })),
    format: "\t windows-1252 1",
    lectures: GEOMETRY,
  },
  "Excel for Mac, CSV (Macintosh): not guessed": {
    bytes: macRoman(text(CELLS, { lineBreak: "\r" })),
    format: ", utf-8 1",
    lectures: [],
    faults: [
      [2, "Course Name", "Gr\uFFFD\uFFFDenlehre", NOT_UTF8],
      [2, "lecture name", "Einf\uFFFDhrung", NOT_UTF8],
      [3, "Course Name", "Gr\uFFFD\uFFFDenlehre", NOT_UTF8],
      [3, "lecture name", "\uFFFDbung; Teil 1, 2", NOT_UTF8],
    ],
  },
  "a macro's, with a sep= line": {
    bytes: windows1252(
      `sep=;\r\n${text([...GERMAN, ["Größenlehre", "x", "Drei", "", "", ""]], { sign: ";" })}`,
    ),
    format: "; windows-1252 1",
    lectures: GEOMETRY,
    faults: [[4, "Lecture Number", "x", WHOLE]],
  },
  "Google Sheets, CSV": {
    bytes: utf8(text(CELLS, { noEnd: true })),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "Google Sheets, TSV": {
    bytes: utf8(
      `${text(CELLS, { sign: "\t" })}Größenlehre\t3\t"Drei" und "vier\t\t\t7\r\nGrößenlehre\t4\t5" breit\t\t\t8`,
    ),
    format: "\t utf-8 1",
    lectures: [
      ...GEOMETRY,
      ["Größenlehre", 3, '"Drei" und "vier', null, null, 7],
      ["Größenlehre", 4, '5" breit', null, null, 8],
    ],
  },
  "LibreOffice, texts quoted": {
    bytes: utf8(text(CELLS, { quoteTexts: true, lineBreak: "\n" })),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "LibreOffice, UTF-16 with semicolons": {
    bytes: bytes(Buffer.from(text(CELLS, { sign: ";", lineBreak: "\n" }), "utf16le")),
    format: "; utf-16le 1",
    lectures: GEOMETRY,
  },
  "Numbers, with the table's name above": {
    bytes: utf8(`Table 1,,,,,\n${text(CELLS, { lineBreak: "\n" })}`),
    format: ", utf-8 2",
    lectures: GEOMETRY,
  },
  "an old Macintosh, CR alone": {
    bytes: utf8(text(CELLS, { lineBreak: "\r" })),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "UTF-16 of the other order": {
    bytes: bytes(Buffer.from(BOM + text(CELLS), "utf16le").swap16()),
    format: ", utf-16be 1",
    lectures: GEOMETRY,
  },
  "a byte order mark twice": {
    bytes: utf8(BOM + BOM + text(CELLS)),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "a byte order mark twice, cells quoted": {
    bytes: utf8(BOM + BOM + text(CELLS).replace(/^([^,]+)/, '"$1"')),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "vertical bars": {
    bytes: utf8(text(CELLS, { sign: "|" })),
    format: "| utf-8 1",
    lectures: GEOMETRY,
  },
  "two title rows and a blank one": {
    bytes: utf8(`Lectures, all of them\r\nas of 23 November 2026\r\n\r\n${text(CELLS)}`),
    format: ", utf-8 4",
    lectures: GEOMETRY,
  },
  "a title that fills the row": {
    bytes: utf8(`List,2026,November,,,\r\n${text(CELLS)}`),
    format: ", utf-8 2",
    lectures: GEOMETRY,
  },
  "two files in one, of which the second has a column more": {
    bytes: utf8(text([...CELLS.map((cells) => cells.slice(0, 5)), ...CELLS])),
    format: ", utf-8 1",
    lectures: GEOMETRY.map((lecture) => lecture.with(5, null) as Lecture),
    faults: [
      [4, null, CELLS[0]!.join(), OTHER_COLUMNS],
      [5, null, CELLS[1]!.join(), "below a row that names other columns"],
      [6, null, CELLS[2]!.join(), "below a row that names other columns"],
    ],
  },
  "empty columns at the end": {
    bytes: utf8(text(wider(CELLS, "", "", ""))),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "as many empty columns as a sheet has": {
    bytes: utf8(text(wider(CELLS, ...Array(16_378).fill("")))),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "a comma too many at every row's end": {
    bytes: utf8(text([CELLS[0]!, ...wider(CELLS.slice(1), "")])),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "a last cell that is left out where it is empty": {
    bytes: utf8(text([...one, ["Größenlehre", "3", "Drei", "", "2.5"]])),
    format: ", utf-8 1",
    lectures: [first, ["Größenlehre", 3, "Drei", null, 2.5, null]],
  },
  "a cell missing and one too many": {
    bytes: utf8(text([...one, ["Größenlehre", "3", "Drei", ""], [...CELLS[2]!, "a note"]])),
    format: ", utf-8 1",
    lectures: [first],
    faults: [
      [3, null, "Größenlehre,3,Drei,", "4 cells found, 6 expected"],
      [4, null, "Größenlehre,2,Übung; Teil 1, 2,,,12,a note", "7 cells found, 6 expected"],
    ],
  },
  "Excel, without the last separators of sixteen rows": {
    bytes: utf8(
      text([
        ...one,
        ...threeRows(16),
        ["Größenlehre", "30", "A", SHORT],
        ["Größenlehre", "31", "B", SHORT],
        // Of three cells, the video's is missing.
        ["Größenlehre", "32", "C"],
        ["Größenlehre", "33", "D"],
      ]),
    ),
    format: ", utf-8 1",
    lectures: [
      first,
      ...threes(16),
      ["Größenlehre", 30, "A", VIDEO, null, null],
      ["Größenlehre", 31, "B", VIDEO, null, null],
    ],
    faults: [
      [21, null, "Größenlehre,32,C", "3 cells found, 6 expected"],
      [22, null, "Größenlehre,33,D", "3 cells found, 6 expected"],
    ],
  },
  "Excel, without the last separators of a row that is alone in its sixteen": {
    bytes: utf8(ALONE),
    format: ", utf-8 1",
    lectures: [first, ...threes(14), ["Größenlehre", 30, "A", VIDEO, null, null]],
  },
  "a file that ends within such a row": {
    bytes: utf8(ALONE.trimEnd()),
    format: ", utf-8 1",
    lectures: [first, ...threes(14)],
    faults: [[17, null, `Größenlehre,30,A,${SHORT}`, "4 cells found, 6 expected"]],
  },
  "rows of commas between and at the end": {
    bytes: utf8(text([CELLS[0]!, COMMAS, CELLS[1]!, COMMAS, CELLS[2]!, COMMAS, COMMAS])),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "blank rows, which count": {
    bytes: utf8(text([CELLS[0]!, [""], [" "], ...CELLS.slice(1), [""], ["", "x", "", "", "", ""]])),
    format: ", utf-8 1",
    lectures: GEOMETRY,
    faults: [
      [7, "Course Name", "", "required"],
      [7, "Lecture Number", "x", WHOLE],
      [7, "lecture name", "", "required"],
    ],
  },
  "more blank rows above the names of the columns than are examined": {
    bytes: utf8("\r\n".repeat(70) + text(CELLS)),
    format: ", utf-8 71",
    lectures: GEOMETRY,
  },
  "two exports in one, with the header between": {
    bytes: utf8(text([...one, ...CELLS])),
    format: ", utf-8 1",
    lectures: [first, GEOMETRY[1]!],
    faults: [[3, null, CELLS[0]!.join(), "the names of the columns once more"]],
  },
  "two files in one, the second with its columns in another order": {
    bytes: utf8(text([...one, ...CELLS.map((cells) => cells.toReversed())])),
    format: ", utf-8 1",
    lectures: [first, GEOMETRY[1]!],
    faults: [[3, null, CELLS[0]!.toReversed().join(), "the names of the columns once more"]],
  },
  "two files in one, the second with another spelling of its names": {
    bytes: utf8(
      `${text(one)}${BOM}${text(CELLS, { quoteTexts: true }).toUpperCase().split("\r\n")[0]}\r\n${text(CELLS.slice(1))}`,
    ),
    format: ", utf-8 1",
    lectures: [first, GEOMETRY[1]!],
    faults: [[3, null, CELLS[0]!.join().toUpperCase(), "the names of the columns once more"]],
  },
  "two files in one, the second with another column": {
    bytes: utf8(
      text([
        ...one,
        [...CELLS[0]!.slice(0, 5), "Image"],
        [...CELLS[1]!.slice(0, 5), ""],
        CELLS[0]!,
        ...CELLS.slice(2),
      ]),
    ),
    format: ", utf-8 1",
    lectures: [first, GEOMETRY[1]!],
    faults: [
      [3, null, [...CELLS[0]!.slice(0, 5), "Image"].join(), OTHER_COLUMNS],
      [4, null, [...CELLS[1]!.slice(0, 5), ""].join(), "below a row that names other columns"],
      [5, null, CELLS[0]!.join(), "the names of the columns once more"],
    ],
  },
  "two files in one, the second with a column more that is not read": {
    bytes: utf8(
      text([...one, ...CELLS.map((cells, row) => ["Notes", "", "a"].slice(row, row + 1).concat(cells))]),
    ),
    format: ", utf-8 1",
    lectures: [first, GEOMETRY[1]!],
    faults: [[3, null, ["Notes", ...CELLS[0]!].join(), "the names of the columns once more"]],
  },
  "a row that stands beside the columns": {
    bytes: utf8(text([...CELLS, ["", "", "", "", "", "", ...CELLS[1]!]])),
    format: ", utf-8 1",
    lectures: GEOMETRY,
    faults: [[4, null, `,,,,,,${CELLS[1]!.join()}`, "12 cells found, 6 expected"]],
  },
  "a quotation mark behind space that is closed on another line": {
    bytes: utf8(
      `${CELLS[0]!.join()}\nGrößenlehre,1, "Einführung,${SHORT},4.5,1234567\nGrößenlehre,2,Übung",,,12`,
    ),
    format: ", utf-8 1",
    lectures: [
      ["Größenlehre", 1, '"Einführung', VIDEO, 4.5, 1234567],
      ["Größenlehre", 2, 'Übung"', null, null, 12],
    ],
  },
  "space before and after quotation marks": {
    bytes: utf8(
      `"Course Name", "Lecture Number" , "lecture name",\t"youtube", "View Rate", "Views"\n` +
        `"Größenlehre", 1, "Einführung", "${SHORT}", "4.5", "1234567"\n` +
        `Größenlehre, "2" , "Übung; Teil 1, 2", "", , "12"`,
    ),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "boxes that are ticked in a column that is not read, down to rows without a lecture": {
    bytes: utf8(
      text([
        [...CELLS[0]!, "Done"],
        ...CELLS.slice(1).map((cells) => [...cells, "TRUE"]),
        ...Array.from({ length: 3 }, () => ["", " ", "", "", "", "", "FALSE"]),
      ]),
    ),
    format: ", utf-8 1",
    lectures: GEOMETRY,
    ignored: ["Done"],
  },
  "texts that are written as formulas, so that they stay texts": {
    bytes: utf8(text(CELLS.map((cells) => cells.map((cell) => `="${cell}"`)).with(0, CELLS[0]!))),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "digits of other scripts, and names and digits of full width": {
    bytes: utf8(
      text([
        ["Ｃｏｕｒｓｅ　Ｎａｍｅ", ...CELLS[0]!.slice(1)],
        ["Größenlehre", "١", "Einführung", SHORT, "４.５", "۱۲۳۴۵۶۷"],
        CELLS[2]!,
      ]),
    ),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "spaces that only look like others in names": {
    bytes: utf8(
      text([
        CELLS[0]!,
        ["Größen lehre", "1", "Einführung", SHORT, "4.5", "1234567"],
        ["Größen\u00A0lehre", "2", "Übung;\u202FTeil 1, 2", "", "", "12"],
      ]),
    ),
    format: ", utf-8 1",
    lectures: [
      ["Größen lehre", 1, "Einführung", VIDEO, 4.5, 1234567],
      ["Größen lehre", 2, "Übung; Teil 1, 2", null, null, 12],
    ],
  },
  "a row of totals": {
    bytes: utf8(text([...CELLS, ["Total", "", "", "", "", "1234579"]])),
    format: ", utf-8 1",
    lectures: GEOMETRY,
    faults: [[4, "lecture name", "", "required"]],
  },
  "quotation marks and dashes of a word processor": {
    bytes: windows1252(
      text([CELLS[0]!, ["L’Hôpital", "1", "“ – it’s free: 0 €", "", "", ""]]).replace("–", "\x96"),
    ),
    format: ", windows-1252 1",
    lectures: [["L’Hôpital", 1, "“ – it’s free: 0 €", null, null, null]],
  },
  "names over two lines": {
    bytes: utf8(
      text([
        ["Course\nName", "Lecture\r\nNumber", "lecture name", "YouTube\nURL", "View Rate", "Views"],
        ...CELLS.slice(1),
      ]),
    ),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "columns in another order": {
    bytes: utf8(text(CELLS.map((row) => row.toReversed()))),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "columns of its own": {
    bytes: utf8(text(CELLS.map((row, index) => [index ? "x" : "Room", ...row, index ? "y" : "Held by"]))),
    format: ", utf-8 1",
    lectures: GEOMETRY,
    ignored: ["Room", "Held by"],
  },
  "a database's names": {
    bytes: utf8(
      text([
        ["course_name", "lecture_number", "lecture_name", "youtube_url", "view_rate", "view_count"],
        ...CELLS.slice(1),
      ]),
    ),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "a person's names": {
    bytes: utf8(text([["Course", "No.", "Title", "Link", "View rate", "Views"], ...CELLS.slice(1)])),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "pandas, with its index and whole numbers as decimals": {
    bytes: utf8(
      text([
        ["", ...CELLS[0]!],
        ["0", "Größenlehre", "1.0", "Einführung", SHORT, "4.5", "1234567.0"],
        ["1", "Größenlehre", "2.0", "Übung; Teil 1, 2", "", "", "1.2E+1"],
      ]),
    ),
    format: ", utf-8 1",
    lectures: GEOMETRY,
    ignored: ["(column 1, no name)"],
  },
  "R, with NA for what is not known: all that is wrong with a row": {
    bytes: utf8(text([...one, ["Größenlehre", "NA", "Drei", "NA", "NA", "NA"]], { quoteTexts: true })),
    format: ", utf-8 1",
    lectures: [first],
    faults: [
      [3, "Lecture Number", "NA", WHOLE],
      [3, "youtube", "NA", "not a YouTube address"],
      [3, "View Rate", "NA", "not a number from -1,000,000,000,000 to 1,000,000,000,000"],
      [3, "Views", "NA", "not a whole number from 0 to 9,007,199,254,740,991"],
    ],
  },
  "lines that a program took for one cell each": {
    bytes: utf8(
      text(
        text(CELLS, { quoteTexts: true, noEnd: true })
          .split("\r\n")
          .map((line) => [line]),
      ),
    ),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "the same, where only lines with quotation marks were put into others": {
    bytes: utf8(
      text(
        text(CELLS, { noEnd: true })
          .split("\r\n")
          .map((line) => [line]),
        { sign: ";" },
      ),
    ),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "numbers of which both readings are common": {
    bytes: utf8(text(withNumbers("1,234", "1.000"))),
    format: ", utf-8 1",
    lectures: [GEOMETRY[1]!],
    faults: [
      [2, "View Rate", "1,234", "may mean 1234 or 1.234; write it in one of these ways"],
      [2, "Views", "1.000", "may mean 1000 or 1; write it in one of these ways"],
    ],
  },
  "Windows-1252 from behind the first megabyte on": {
    bytes: windows1252(
      text([CELLS[0]!, ...Array(3).fill(["A", "1", "One", "", "", "5"])]) +
        `${" ".repeat(200)}\r\n`.repeat(START_LENGTH / 200) +
        text(CELLS.slice(1)),
    ),
    format: ", utf-8 1",
    lectures: [["A", 1, "One", null, null, 5], ...GEOMETRY],
  },
  "Excel in Polish, CSV": {
    bytes: encode(
      text(
        [
          CELLS[0]!,
          ["Równania różniczkowe", "1", "Wykład: pojęcia", SHORT, "4,5", "1\u00A0234"],
          ["Równania różniczkowe", "2", "Zbieżność", "", "", ""],
        ],
        { sign: ";" },
      ),
      "windows-1250",
    ),
    format: "; windows-1250 1",
    lectures: [
      ["Równania różniczkowe", 1, "Wykład: pojęcia", VIDEO, 4.5, 1234],
      ["Równania różniczkowe", 2, "Zbieżność", null, null, null],
    ],
  },
  "rows of Windows-1252 at the end of a file in UTF-8": {
    bytes: join(utf8(text(CELLS)), windows1252(text([["Größe", "3", "Drei", "", "", ""]]))),
    format: ", utf-8 1",
    lectures: GEOMETRY,
    faults: [[4, "Course Name", "Gr\uFFFD\uFFFDe", NOT_UTF8]],
  },
  "a workbook": {
    bytes: xlsxOf([
      {
        name: "Sheet1",
        rows: [
          CELLS[0]!,
          ["Größenlehre", 1, "Einführung", SHORT, 4.5, 1_234_567],
          [...CELLS[2]!.slice(0, 3), null, null, 12],
        ],
      },
    ]),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "a workbook with a title over merged cells, a blank row and a note beside": {
    bytes: xlsxOf([
      {
        name: "Sheet1",
        rows: [
          ["All lectures"],
          null,
          CELLS[0]!,
          [...CELLS[1]!, null, "a note"],
          ["Größenlehre", "x", "Drei"],
          CELLS[2]!,
        ],
        after: '<mergeCells count="1"><mergeCell ref="A1:F1"/></mergeCells>',
      },
    ]),
    format: ", utf-8 3",
    lectures: GEOMETRY,
    faults: [[5, "Lecture Number", "x", WHOLE]],
    ignored: ["(column 8, no name)"],
  },
  "a workbook with dates, formulas and errors": {
    bytes: xlsxOf(
      [
        {
          name: "Sheet1",
          rows: [
            [...CELLS[0]!, "Held on"],
            [
              ...CELLS[1]!.slice(0, 4),
              { xml: (r) => `<c r="${r}"><f>9/2</f><v>4.4999999999999996</v></c>` },
              1_234_567,
              { xml: (r) => `<c r="${r}" s="1"><v>46349</v></c>` },
            ],
            ["Größenlehre", 2, "Übung; Teil 1, 2", null, null, 12],
            [
              "Größenlehre",
              { xml: (r) => `<c r="${r}" t="e"><f>A1+1</f><v>#VALUE!</v></c>` },
              { xml: (r) => `<c r="${r}"><f>A1</f></c>` },
              null,
              { xml: (r) => `<c r="${r}" s="1"><v>46349</v></c>` },
            ],
          ],
        },
      ],
      { styles: stylesOf("dd/mm/yyyy") },
    ),
    format: ", utf-8 1",
    lectures: GEOMETRY,
    faults: [
      [4, "Lecture Number", "#VALUE!", "an error of the spreadsheet"],
      [
        4,
        "lecture name",
        "#CALC!",
        "a formula without a result; open the workbook in a spreadsheet, and save it there",
      ],
      [4, "View Rate", "2026-11-23", "not a number from -1,000,000,000,000 to 1,000,000,000,000"],
    ],
    ignored: ["Held on"],
  },
  "a workbook with its addresses behind texts": {
    bytes: xlsxOf([
      {
        name: "Sheet1",
        rows: [
          ["Lectures on geometry"],
          CELLS[0]!,
          ["Größenlehre", 1, "Einführung", "Watch", 4.5, 1_234_567],
          CELLS[2]!,
          [
            "Größenlehre",
            3,
            "Kreise",
            { xml: (r) => `<c r="${r}" t="str"><f>HYPERLINK("${SHORT}","Watch")</f><v>Watch</v></c>` },
          ],
        ],
        links: { C3: "https://example.org/notes", D3: SHORT },
      },
    ]),
    format: ", utf-8 2",
    lectures: [...GEOMETRY, ["Größenlehre", 3, "Kreise", VIDEO, null, null]],
  },
  "a workbook with its addresses behind the names of the lectures": {
    bytes: xlsxOf([
      {
        name: "Sheet1",
        rows: [
          ["Course", "No.", "Title"],
          ["Größenlehre", 1, "Einführung"],
          ["Größenlehre", 2, "Übung"],
        ],
        links: { A2: "https://youtu.be/of-a-course", A3: "https://youtu.be/of-a-course", C2: SHORT },
      },
    ]),
    format: ", utf-8 1",
    lectures: [
      ["Größenlehre", 1, "Einführung", VIDEO, null, null],
      ["Größenlehre", 2, "Übung", null, null, null],
    ],
  },
  "a workbook with several sheets, the first one hidden": {
    bytes: xlsxOf([
      { name: "Lists", state: "hidden", rows: [["Mathematics"], ["Physics"]] },
      { name: "Lectures", rows: CELLS },
      { name: "Old", rows: [["nothing"]] },
    ]),
    format: ", utf-8 1",
    lectures: GEOMETRY,
  },
  "a workbook with CSV in its first column, of which a semicolon was split off": {
    bytes: xlsxOf([
      {
        name: "lectures",
        rows: [[CELLS[0]!.join()], [CELLS[1]!.join()], ["Größenlehre,2,Übung", ` Teil 1,${SHORT},,12`]],
      },
    ]),
    format: ", utf-8 1",
    lectures: [GEOMETRY[0]!],
    faults: [[3, null, `Größenlehre,2,Übung, Teil 1,${SHORT},,12`, "2 cells found, 6 expected"]],
  },
  "a workbook with CSV in its first column": {
    bytes: xlsxOf([
      {
        name: "Sheet1",
        rows: text(GERMAN, { sign: ";", noEnd: true })
          .split("\r\n")
          .map((line) => [line]),
      },
    ]),
    format: "; utf-8 1",
    lectures: GEOMETRY,
  },
};
