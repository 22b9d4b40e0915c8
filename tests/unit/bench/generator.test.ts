import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { toCsv } from "../../../bench/lecture-files.ts";
import { generateLectures } from "../../../bench/lectures.ts";
import { chooseTerms, HOSTILE_TERMS } from "../../../bench/search-terms.ts";
import { createVocabulary, readPresets } from "../../../bench/vocabulary.ts";
import { FIELDS, type ImportedLecture } from "../../../lib/lecture-import/columns.ts";
import { importLectures } from "../../../lib/lecture-import/import-lectures.ts";

const presets = await readPresets();
const titles = presets.map((lecture) => lecture.lecture_name);
const vocabulary = createVocabulary(titles);
const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

test("a catalogue has as many lectures and courses as asked for, and no lecture twice", () => {
  const lectures = [...generateLectures(vocabulary, { lectures: 5_000, courses: 125 })];
  expect(lectures).toHaveLength(5_000);
  expect(new Set(lectures.map((lecture) => lecture.course_name)).size).toBe(125);
  expect(new Set(lectures.map((lecture) => `${lecture.course_name} ${lecture.lecture_number}`)).size).toBe(
    5_000,
  );
});

test("a seed always makes the same catalogue, another seed another", () => {
  const options = { lectures: 300, courses: 8 };
  const hash = (seed: number) => hashOf([...generateLectures(vocabulary, { ...options, seed })]);
  expect(hash(1)).toBe(hash(1));
  expect(hash(2)).not.toBe(hash(1));
});

test("every generated lecture can be imported, and arrives as it was generated", async () => {
  const lectures = [...generateLectures(vocabulary, { lectures: 2_000, courses: 50 })];
  const arrived: ImportedLecture[] = [];
  async function* bytes() {
    for (const piece of toCsv(lectures)) yield Buffer.from(piece);
  }
  const result = await importLectures(bytes(), {
    writeBatch: async (batch) => {
      arrived.push(...batch.lectures);
      const inserted = batch.lectures.length;
      return { inserted, updated: 0, unchanged: 0, rejected: batch.rejections.length };
    },
  });
  expect(result).toMatchObject({ ok: true, total: 2_000, rejected: 0 });
  const noCells = Object.fromEntries(FIELDS.map((field) => [field, null]));
  expect(arrived).toEqual(lectures.map((lecture) => ({ ...noCells, ...lecture })));
});

test("terms are the same every time, searchable, all different, and hold the hostile ones", () => {
  const terms = chooseTerms(titles, 300);
  expect(terms).toEqual(chooseTerms(titles, 300));
  expect(new Set(terms).size).toBe(300);
  expect(terms).toEqual(expect.arrayContaining(HOSTILE_TERMS));
  expect(terms.filter((term) => [...term.trim()].length < 2)).toEqual([]);
});
