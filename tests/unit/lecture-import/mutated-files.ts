import type { Random } from "../../../bench/random.ts";
import { COLUMN_NAMES, FIELDS, type Field, OPTIONAL_FIELDS } from "../../../lib/lecture-import/columns.ts";
import { cellsWith } from "./support.ts";

const HEADER = FIELDS.map((field) => COLUMN_NAMES[field]);

/** Only a few values per field, so that a lecture occurs more than once within a file and across files. */
const VALUES: Partial<Record<Field, string[]>> = {
  course_name: ["Algebra", "Älgebra", "algebra ", 'Algebra, "I"', "Logic\u00A0", "𝒳"],
  course_description: ["", "Short", "Two\r\nlines", 'He said "no", twice', "é".repeat(200)],
  subject: ["", "Mathematics", "Maths; Physics"],
  seo_slug: ["", "algebra", "a/b"],
  image: ["", "https://i.ytimg.com/vi/aB3-_xYz019/hqdefault.jpg", "not an address"],
  lecture_number: ["", "1", "2", "3.0", "x"],
  lecture_name: ["One", "Two", "one", "One\u0301", " "],
  youtube: ["", "https://youtu.be/aB3-_xYz019", "https://vimeo.com/1"],
  keywords: ["", "a, b", "=1+1"],
  view_rate: ["", "4.5", "-1e3", "1e-400", "1e13"],
  views: ["", "1,234", "12", "-1"],
};

/** Texts that a mutation inserts: all signs with a meaning in CSV, and some ordinary characters. */
const FOREIGN = ['"', '""', ",", ";", "\t", "\n", "\r", "\r\n", "\0", " ", "\uFEFF", "é", "9", "a"].map(
  (text) => Buffer.from(text),
);
const DAMAGE = [0x00, 0x80, 0xc3, 0xe2, 0xf0, 0xff, 0x1f].map((byte) => Buffer.from([byte]));

/**
 * A file of lectures as one of several programs writes it: valid, except for some cells that are rejected. It lacks
 * the columns in `absent`; if `absent` is not given, it sometimes lacks one optional column.
 */
export function lecturesFile(random: Random, rows = random.between(0, 8), absent?: readonly Field[]): Buffer {
  const delimiter = random.pick([",", ",", ";", "\t"]);
  const encode = random.chance(0.9) ? (text: string) => Buffer.from(text) : random.pick(ENCODERS);
  const without = absent ?? (random.chance(0.2) ? [random.pick(OPTIONAL_FIELDS)] : []);
  const left = (_: unknown, index: number) => !without.includes(FIELDS[index] as Field);
  const lines = Array.from({ length: rows }, () => {
    const fields: Partial<Record<Field, string>> = {};
    for (const [field, values] of Object.entries(VALUES)) {
      // Most rows use the first value of a field, which is valid.
      fields[field as Field] = random.chance(0.25) ? random.pick(values) : values[0];
    }
    return lineOf(cellsWith(fields).filter(left), delimiter);
  });
  const lineBreak = random.pick(["\r\n", "\r\n", "\n", "\r"]);
  return encode([lineOf(HEADER.filter(left), delimiter), ...lines].join("").replaceAll("\r\n", lineBreak));
}

/** The encoding of Excel's “Unicode Text”, and the one of its CSV files that are not UTF-8. */
const ENCODERS = [
  (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  (text: string) => Buffer.from(text, "latin1"),
];

function lineOf(cells: string[], delimiter: string): string {
  const quoted = cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(delimiter)}\r\n`;
}

/** A file of lectures with damage in a few places; sometimes a large file, or parts of two files. */
export function mutatedFile(random: Random): Buffer {
  let file = lecturesFile(random, random.chance(0.003) ? random.between(900, 2_500) : undefined);
  // Damage to the header is detected at once, so most damage must be below it.
  const header = random.chance(0.1) ? 0 : HEADER.join().length;
  for (let count = random.between(0, 4); count > 0; count--) {
    const at = random.between(Math.min(header, file.length), file.length);
    file = random.pick(MUTATIONS)(file, at, random);
  }
  return file;
}

type Mutation = (file: Buffer, at: number, random: Random) => Buffer;

function replace(file: Buffer, start: number, end: number, by: Uint8Array): Buffer {
  return Buffer.concat([file.subarray(0, start), by, file.subarray(end)]);
}

const MUTATIONS: Mutation[] = [
  // a bit is flipped
  (file, at, random) =>
    replace(file, at, at + 1, Buffer.from([(file[at] ?? 0) ^ (1 << random.between(0, 7))])),
  // something is inserted, or replaces one byte
  (file, at, random) => replace(file, at, at, random.pick([...FOREIGN, ...DAMAGE])),
  (file, at, random) => replace(file, at, at + 1, random.pick([...FOREIGN, ...DAMAGE])),
  // some bytes are removed
  (file, at, random) => replace(file, at, at + random.between(1, 40), Buffer.alloc(0)),
  // the rest is missing
  (file, at) => file.subarray(0, at),
  // a part is repeated
  (file, at, random) => replace(file, at, at, file.subarray(at, at + random.between(1, 300))),
  // the next quotation mark is doubled or removed
  (file, at, random) => atNext(file, '"', at, Buffer.from(random.pick(['""', ""]))),
  // the next comma becomes another separator
  (file, at, random) => atNext(file, ",", at, Buffer.from(random.pick([";", "\t", "\n", '"']))),
  // another file continues from here
  (file, at, random) => {
    const other = lecturesFile(random);
    return Buffer.concat([file.subarray(0, at), other.subarray(random.between(0, other.length))]);
  },
  // a very long text is inserted, longer than a cell or a row may be
  (file, at, random) =>
    random.chance(0.05)
      ? replace(file, at, at, Buffer.alloc(random.pick([20_000, 300_000]), random.pick(["x", "é,", '"'])))
      : file,
];

function atNext(file: Buffer, sign: string, at: number, by: Uint8Array): Buffer {
  const found = file.indexOf(sign, at);
  return found === -1 ? file : replace(file, found, found + 1, by);
}
