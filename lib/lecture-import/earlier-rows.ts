import { hash } from "node:crypto";
import type { ImportedLecture } from "./columns.ts";

/** A lecture, and what `private.screen_lectures` compares it by: all of it but its names. */
export type DigestedRow = { lecture: ImportedLecture; digest: string };

/** What of a batch is about lectures that earlier batches had not, and what became of the other rows. */
export type SortedRows = {
  /** Rows that are alone in the batch with their lecture. */
  single: DigestedRow[];
  /** Rows about lectures that the batch has several times. */
  repeated: ImportedLecture[];
  updated: number;
  unchanged: number;
};

/**
 * The lectures that a file has had so far, each with its latest contents: a number for either, whatever their length. Among
 * 100,000 rows two are taken for one once in 900,000 files. In one batch the database compares a row with the one before it.
 */
export class EarlierRows {
  readonly #places = new Map<number, number>();
  readonly #contents: number[] = [];

  /** Takes the rows out of a batch that are about lectures of earlier batches, and remembers all of them. */
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

/** Digests in the form that `private.screen_lectures` takes. No text holds these control characters. */
export function joinDigests(rows: DigestedRow[]): string {
  const columns = [
    rows.map(({ lecture }) => lecture.course_name),
    rows.map(({ lecture }) => lecture.lecture_number ?? ""),
    rows.map(({ lecture }) => lecture.lecture_name),
    rows.map(({ digest }) => digest),
  ];
  return columns.map((cells) => cells.join("\x01")).join("\x02");
}

/** As long as all cells of a lecture may be. */
const bytes = Buffer.alloc(128 * 1024);
const written: { end: number; texts: string[] } = { end: 0, texts: [] };

/** Of the cells in the order of `private.screen_lectures`. What lectures of a course share is written once. */
function digestOf(lecture: ImportedLecture): string {
  const { course_description, subject, instructor, institution, seo_slug } = lecture;
  const texts = [
    course_description ?? "",
    subject ?? "",
    instructor ?? "",
    institution ?? "",
    seo_slug ?? "",
  ];
  if (texts.some((text, index) => text !== written.texts[index])) {
    written.texts = texts;
    written.end = bytes.write(texts.map((text) => `${text}\x01`).join(""));
  }
  const { image, youtube, keywords, view_rate, views } = lecture;
  const rest = `${image ?? ""}\x01${youtube ?? ""}\x01${keywords ?? ""}\x01${bitsOf(view_rate)}\x01${views ?? ""}`;
  return hash("md5", bytes.subarray(0, written.end + bytes.write(rest, written.end)), "hex");
}

function keyOf({ course_name, lecture_number, lecture_name }: ImportedLecture): number {
  return hashOf(`${course_name}\x01${lecture_number}\x01${lecture_name}`);
}

/** 52 bits of a text, in less time than a call of a cryptographic hash takes. */
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

/** A number as its 64 bits: the two languages write some numbers as different texts. */
function bitsOf(value: number | null | undefined): string {
  if (value == null) return "";
  // Of the two zeros the one that the database is sent.
  bits.setFloat64(0, value + 0);
  return bits.getBigUint64(0).toString(16).padStart(16, "0");
}

/** 48 bits of a digest, a whole number that is exact. */
function numberOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 12), 16);
}
