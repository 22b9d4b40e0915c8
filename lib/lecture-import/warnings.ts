import { countOf, formatCount } from "../catalogue/display.ts";
import { isShownImage } from "../catalogue/thumbnails.ts";
import { excerpt } from "../csv/cells.ts";
import type { Header } from "../csv/header.ts";
import type { CsvRow } from "../csv/parse-csv.ts";
import { restoreFormula } from "../csv/serialise-csv.ts";
import { COLUMN_NAMES, EXAMPLES, FIELDS, type Field, lectureTable } from "./columns.ts";

/**
 * What looks like a mistake in cells that are valid, or is not shown. They are imported as they are, because each of
 * these signs may be meant.
 */
export type Warning = {
  kind: keyof typeof texts | keyof typeof likenesses;
  /** Cells that show the sign; for `alike` and `alikeStored`, courses whose name looks like another one. */
  count: number;
  /** The first of them: its row as in a spreadsheet, its column, and what shows the sign: a name, or 60 characters. */
  rowNumber: number;
  column: string;
  value: string;
  /** The earlier name of the file (`alike`), or the course of the catalogue (`alikeStored`). */
  other?: string;
};

/** How Windows-1252 shows the bytes that continue a letter in UTF-8. */
const CONTINUED =
  "[\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]";

const signs = {
  /** Programs write `?` for a letter that their encoding lacks. Capitals may begin a sentence, and `=` an address. */
  lostLetters: /\p{L}\?+(?!\w*=)\p{Ll}|(?<!\S)\?\p{Ll}|(?<!\S)\?{2,}(?!\S)/u,
  /** The sign that decoders put in place of a letter. */
  damaged: /\uFFFD/,
  /** UTF-8 that was read as Windows-1252 and written as UTF-8 again. */
  encodedTwice: new RegExp(`[ÂÃ]${CONTINUED}|â€|(?:[À-ÿ]${CONTINUED}){2}`),
  /** What databases and programs write for an empty cell. */
  noValue: /^(?:null|nil|none|undefined|nan|n\/?a|\\n)$/i,
  /** A character or an element as in the source of a web page. */
  markup:
    /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d?);|<\/?(?:p|br|b|i|u|em|strong|span|div|ul|ol|li|a|h[1-6])(?:\s[^<>]*)?\/?>/i,
};

const KINDS = Object.keys(signs) as (keyof typeof signs)[];

/** A cell without any of these shows no sign. */
const POSSIBLE = /[?\uFFFDÀ-ÿ&<]|^\s*(?:n|undefined|\\n)/i;

/** The columns of texts. */
const LOOKED_AT = FIELDS.filter(
  (field) => !["lecture_number", "youtube", "view_rate", "views"].includes(field),
);

/** What a row of totals has where others have the name of a lecture, and of a course. */
const COUNT = /^\d[\d.,\s]*$/;
const TOTAL =
  /^(?:(?:grand |sub)?totals?|totale|totaal|sum|summe|gesamt|insgesamt|suma|razem|итого|всего|合計|合计|总计)\s*:?$/iu;

type Place = Pick<Warning, "rowNumber" | "column">;

/** Names that are remembered to find others like them; a file with more courses is not a usual one. */
const MOST_NAMES = 20_000;

/** Longer names are rejected. */
const LONGEST_NAME = 250;

/** Looks through the rows of a file, in their order. */
export class WarningFinder {
  readonly #found = new Map<Warning["kind"], Warning>();
  /** Names of the catalogue's courses, by what they look like, and all of them. */
  readonly #stored = new Map<string, string>();
  readonly #storedNames: Set<string>;
  /** The first name of those that look the same, and the others. */
  readonly #names = new Map<string, string>();
  readonly #alike = new Set<string>();
  #hasDecimalComma = false;
  #previous: string[] = [];
  /** By column, the signs in the cells of the previous row. */
  readonly #signs: Sign[][] = [];

  /** @param courseNames of the catalogue, which the courses of the file are compared with */
  constructor(courseNames: Iterable<string> = []) {
    this.#storedNames = new Set(courseNames);
    for (const name of this.#storedNames) this.#stored.set(lookOf(name), name);
  }

  read({ cells, rowNumber, problem }: CsvRow, { positions }: Header<Field>): void {
    if (problem) return;
    for (const field of LOOKED_AT) {
      const index = positions[field];
      const text = index === undefined ? "" : (cells[index] ?? "");
      if (index === undefined || text === "") continue;
      const place = { rowNumber, column: COLUMN_NAMES[field] };
      if (field === "lecture_name") this.#lookForTotal(text.trim(), place, { cells, positions });
      // Most of a row is about its course, and the same as in the row before.
      const isSame = text === this.#previous[index];
      if (!isSame) this.#signs[index] = signsOf(field, text.trim());
      for (const { kind, value } of this.#signs[index] ?? []) this.#add({ ...place, kind, count: 1, value });
      if (field === "course_name" && !isSame) this.#compare(text, place);
    }
    this.#lookAtRate((cells[positions.view_rate ?? -1] ?? "").trim(), {
      rowNumber,
      column: COLUMN_NAMES.view_rate,
    });
    this.#previous = cells;
  }

  /** At most one of each kind, in the order of their first cells. */
  found(): Warning[] {
    return [...this.#found.values()].filter(({ kind }) => kind !== "decimalPoint" || this.#hasDecimalComma);
  }

  /** Sheets of offices often end with a row that counts or sums up the others. */
  #lookForTotal(
    name: string,
    place: Place,
    { cells, positions }: Pick<Header<Field>, "positions"> & { cells: string[] },
  ) {
    const isEmpty = (index: number | undefined) => index !== undefined && !cells[index]?.trim();
    const course = cells[positions.course_name ?? -1]?.trim() ?? "";
    if (!isEmpty(positions.youtube)) return;
    const total = { kind: "total", count: 1 } as const;
    if (COUNT.test(name) && isEmpty(positions.lecture_number))
      this.#add({ ...place, ...total, value: excerpt(name, 60) });
    else if (TOTAL.test(course))
      this.#add({ ...place, ...total, column: COLUMN_NAMES.course_name, value: excerpt(course, 60) });
  }

  /** Where the comma is the decimal separator, a point may part thousands. */
  #lookAtRate(rate: string, place: Place): void {
    if (/^\d+,\d{1,2}$/.test(rate)) this.#hasDecimalComma = true;
    if (/^[1-9]\d{0,2}\.\d{3}$/.test(rate))
      this.#add({ ...place, kind: "decimalPoint", count: 1, value: rate });
  }

  #compare(raw: string, place: Place): void {
    // As it is stored. Other names are rejected.
    const cell = lectureTable.columns.course_name.cell(restoreFormula(raw));
    if (typeof cell !== "string") return;
    // A copy: a mere slice, if remembered, would keep the text around it in memory.
    const name = excerpt(cell, LONGEST_NAME);
    const look = lookOf(name);
    const other = this.#names.get(look);
    const add = (kind: keyof typeof likenesses, like: string) =>
      this.#add({ ...place, kind, count: 1, value: name, other: like });
    if (other === undefined) {
      if (this.#names.size < MOST_NAMES) this.#names.set(look, name);
      const stored = this.#stored.get(look);
      if (stored !== undefined && !this.#storedNames.has(name)) add("alikeStored", stored);
      return;
    }
    // A course of the catalogue does not become one by this file.
    if (other === name || this.#storedNames.has(name) || this.#alike.has(name)) return;
    if (this.#alike.size < MOST_NAMES) this.#alike.add(name);
    add("alike", other);
  }

  #add(warning: Warning): void {
    const known = this.#found.get(warning.kind);
    if (known) known.count += 1;
    else this.#found.set(warning.kind, warning);
  }
}

type Sign = Pick<Warning, "kind" | "value">;

/** The signs of a mistake in a cell by itself. */
function signsOf(field: Field, text: string): Sign[] {
  if (field === "image") {
    // Any other text is rejected.
    if (!/^https?:\/\//i.test(text) || isShownImage(text)) return [];
    return [{ kind: "otherPicture", value: excerpt(text, 60) }];
  }
  const found: Sign[] = [];
  if (field === "course_name" && text === EXAMPLES[0]?.course_name)
    found.push({ kind: "example", value: text });
  if (!POSSIBLE.test(text)) return found;
  for (const kind of KINDS) {
    const match = signs[kind].exec(text);
    // In an address, a question mark stands for itself.
    const isOfAddress = kind === "lostLetters" && field === "seo_slug";
    if (match && !isOfAddress) found.push({ kind, value: wordsAround(text, match.index, match[0].length) });
  }
  return found;
}

/** The same for names that differ only in capitals, spaces, hyphens, and forms of letters and apostrophes. */
function lookOf(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Cf}/gu, "")
    .replace(/['‘’`´]/g, "'")
    .replace(/[\s\p{Pd}_]+/gu, " ");
}

/** The words that hold a part of a text, at most 60 characters. */
function wordsAround(text: string, index: number, length: number): string {
  const before = text.slice(Math.max(0, index - 30), index).replace(/^.*\s/s, "");
  const after = text.slice(index + length, index + length + 30).replace(/\s.*$/s, "");
  return excerpt(before + text.slice(index, index + length) + after, 60);
}

/** A warning in one sentence or two: what the cells show, and what helps. */
export function describeWarning({ kind, count, rowNumber, column, value, other }: Warning): string {
  const place = `row ${formatCount(rowNumber)}, ${column}`;
  if (kind === "alike" || kind === "alikeStored") {
    const [names, becomes] = count === 1 ? ["name looks", "It becomes"] : ["names look", "Each becomes"];
    const [one, many] = likenesses[kind];
    return `${formatCount(count)} course ${names} like ${count === 1 ? one : many}: “${value}” (${place}) like “${other}”. ${becomes} a course of its own.`;
  }
  const [one, many, help] = texts[kind];
  return `${countOf(count, "cell")} ${count === 1 ? one : many}: “${value}” (${place}). ${help}`;
}

const likenesses = {
  alike: ["another one of the file", "others of the file"],
  alikeStored: ["one of the catalogue", "others of the catalogue"],
} as const;

const SAVE_ORIGINAL = "If letters are missing, save the original as “CSV UTF-8”.";

type Texts = [one: string, many: string, help: string];

const texts: Record<keyof typeof signs | "example" | "otherPicture" | "total" | "decimalPoint", Texts> = {
  lostLetters: [
    "has a question mark where a letter may have been",
    "have question marks where letters may have been",
    SAVE_ORIGINAL,
  ],
  damaged: [
    "has the sign of a letter that could not be read",
    "have the sign of letters that could not be read",
    SAVE_ORIGINAL,
  ],
  encodedTwice: ["may have been encoded twice", "may have been encoded twice", SAVE_ORIGINAL],
  noValue: [
    "says that it is empty",
    "say that they are empty",
    "That goes in as a text; leave such cells empty.",
  ],
  markup: [
    "holds signs of a web page’s source",
    "hold signs of a web page’s source",
    "Pages show them as they are.",
  ],
  example: ["is of the template’s examples", "are of the template’s examples", "Leave such rows out."],
  total: [
    "looks like a total, in a row without a video",
    "look like totals, in rows without a video",
    "If such rows are totals, leave them out.",
  ],
  decimalPoint: [
    "has a point before three digits, in a column with decimal commas",
    "have a point before three digits, in a column with decimal commas",
    "It was read as a decimal point; if it parts thousands, leave it out.",
  ],
  otherPicture: [
    "has a picture that is not of YouTube",
    "have pictures that are not of YouTube",
    "Pages show the pictures of the videos instead.",
  ],
};
