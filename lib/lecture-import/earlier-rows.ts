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
 * The lectures that a file has had so far, each with its latest contents: 16 bytes of both, whatever their length. In one
 * batch the database compares a row with the one before it.
 */
export class EarlierRows {
  readonly #contents = new Map<number, number>();

  /** Takes the rows out of a batch that are about lectures of earlier batches, and remembers all of them. */
  takeOut(lectures: ImportedLecture[]): SortedRows {
    const sorted: SortedRows = { single: [], repeated: [], updated: 0, unchanged: 0 };
    const fresh = new Map<number, FreshRow>();
    const rows: FreshRow[] = [];
    for (const lecture of lectures) {
      const digest = digestOf(lecture);
      const key = keyOf(lecture);
      const known = this.#contents.get(key);
      if (known === undefined) {
        const row: FreshRow = { lecture, digest, key, isAlone: true };
        const other = fresh.get(key);
        if (other) other.isAlone = row.isAlone = false;
        fresh.set(key, row);
        rows.push(row);
        continue;
      }
      const content = numberOf(digest);
      if (known === content) sorted.unchanged++;
      else {
        sorted.updated++;
        this.#contents.set(key, content);
      }
    }
    for (const row of rows) {
      this.#contents.set(row.key, numberOf(row.digest));
      if (row.isAlone) sorted.single.push(row);
      else sorted.repeated.push(row.lecture);
    }
    return sorted;
  }
}

type FreshRow = DigestedRow & { key: number; isAlone: boolean };

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
  return numberOf(hash("md5", `${course_name}\x01${lecture_number}\x01${lecture_name}`, "hex"));
}

const bits = new DataView(new ArrayBuffer(8));

/** A number as its 64 bits: the two languages write some numbers as different texts. */
function bitsOf(value: number | null | undefined): string {
  if (value == null) return "";
  // Of the two zeros the one that the database is sent.
  bits.setFloat64(0, value + 0);
  return bits.getBigUint64(0).toString(16).padStart(16, "0");
}

/** 48 bits of a digest, a whole number that is exact: among 100,000 rows two are taken for one once in 50,000 files. */
function numberOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 12), 16);
}
