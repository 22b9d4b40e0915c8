import { hash } from "node:crypto";
import { FIELDS, type ImportedLecture, KEY_FIELDS } from "./columns.ts";

/** A lecture, and the digest by which `private.screen_lectures` compares it: of all cells except those of its key. */
export type DigestedRow = { lecture: ImportedLecture; digest: string };

/** The rows of a batch about lectures that no earlier batch contained, and the counts of its other rows. */
export type SortedRows = {
  /** Rows whose lecture occurs once in the batch. */
  single: DigestedRow[];
  /** Rows whose lecture occurs several times in the batch. */
  repeated: ImportedLecture[];
  updated: number;
  unchanged: number;
};

/**
 * The lectures read from a file so far, each with its latest contents; both are stored as hashes. Two lectures of
 * 100,000 are confused in one of 900,000 files. Rows about the same lecture in one batch are left to the database.
 */
export class EarlierRows {
  readonly #places = new Map<number, number>();
  readonly #contents: number[] = [];

  /** Separates rows about lectures of earlier batches from the rest of a batch, and remembers all its rows. */
  takeOut(lectures: ImportedLecture[]): SortedRows {
    const sorted: SortedRows = { single: [], repeated: [], updated: 0, unchanged: 0 };
    const start = this.#contents.length;
    const fresh: (DigestedRow & { place: number })[] = [];
    const repeatedPlaces = new Set<number>();
    for (const lecture of lectures) {
      const digest = digestOf(lecture);
      const content = numberOf(digest);
      const key = keyOf(lecture);
      const place = this.#places.get(key);
      if (place === undefined) {
        fresh.push({ lecture, digest, place: this.#contents.length });
        this.#places.set(key, this.#contents.length);
        this.#contents.push(content);
        continue;
      }
      if (place >= start) {
        fresh.push({ lecture, digest, place });
        repeatedPlaces.add(place);
      } else if (this.#contents[place] === content) sorted.unchanged++;
      else sorted.updated++;
      this.#contents[place] = content;
    }
    for (const row of fresh) {
      if (repeatedPlaces.has(row.place)) sorted.repeated.push(row.lecture);
      else sorted.single.push(row);
    }
    return sorted;
  }
}

/**
 * Digests in the format of `private.screen_lectures`; "" for no rows. No valid text contains these control characters.
 */
export function joinDigests(rows: DigestedRow[]): string {
  if (rows.length === 0) return "";
  const columns = [
    rows.map(({ lecture }) => lecture.course_name),
    rows.map(({ lecture }) => lecture.lecture_number ?? ""),
    rows.map(({ lecture }) => lecture.lecture_name),
    rows.map(({ digest }) => digest),
  ];
  return columns.map((cells) => cells.join("\x01")).join("\x02");
}

/** A buffer that is large enough for all cells of a lecture: the longest that files may have take 80 kB. */
const bytes = Buffer.alloc(128 * 1024);
const written: { end: number; texts: string[] } = { end: 0, texts: [] };

/** The fields that a digest covers, in the order of `private.screen_lectures`. */
const DIGESTED = FIELDS.filter((field) => !KEY_FIELDS.includes(field));
/** How many of them, the first ones, have the same cells in most lectures of a course. */
const SHARED = DIGESTED.indexOf("image");

/**
 * The MD5 of the cells. Cells shared by a course are encoded once.
 * @throws {RangeError} if the buffer is too small for a new column
 */
function digestOf(lecture: ImportedLecture): string {
  const texts = DIGESTED.map((field) =>
    field === "view_rate" ? bitsOf(lecture[field]) : String(lecture[field] ?? ""),
  );
  if (texts.some((text, index) => index < SHARED && text !== written.texts[index])) {
    written.texts = texts;
    written.end = bytes.write(
      texts
        .slice(0, SHARED)
        .map((text) => `${text}\x01`)
        .join(""),
    );
  }
  const end = written.end + bytes.write(texts.slice(SHARED).join("\x01"), written.end);
  // What did not fit is left out from the character on that needs more bytes, four at most, than there are.
  if (end > bytes.length - 4) throw new RangeError("The buffer for the cells of a lecture is too small.");
  return hash("md5", bytes.subarray(0, end), "hex");
}

/** A hash of what identifies a lecture. */
export function keyOf({ course_name, lecture_number, lecture_name }: ImportedLecture): number {
  return hashOf(`${course_name}\x01${lecture_number}\x01${lecture_name}`);
}

/** A 52-bit hash of a text, faster than a call of a cryptographic hash. */
function hashOf(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x85ebca77);
    low = Math.imul(low ^ unit, 0xc2b2ae3d);
    high ^= low >>> 15;
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

const bits = new DataView(new ArrayBuffer(8));

/** The 64 bits of a number as hexadecimal text: JavaScript and PostgreSQL print some numbers differently. */
function bitsOf(value: number | null | undefined): string {
  if (value == null) return "";
  // Converts -0 to 0, as JSON does when rows are sent to the database.
  bits.setFloat64(0, value + 0);
  return bits.getBigUint64(0).toString(16).padStart(16, "0");
}

/** The first 48 bits of a digest, which a number represents exactly. */
function numberOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 12), 16);
}
