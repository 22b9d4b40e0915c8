import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { FIELDS, type Field, type ImportedLecture, KEY_FIELDS } from "../../../lib/lecture-import/columns.ts";
import { EarlierRows, joinDigests } from "../../../lib/lecture-import/earlier-rows.ts";

const bare: ImportedLecture = {
  course_name: "Logic",
  lecture_number: null,
  lecture_name: "One",
  youtube: null,
};
const md5 = (cells: Partial<Record<Field, string>> = {}) => {
  const fields = FIELDS.filter((field) => !KEY_FIELDS.includes(field));
  return hash("md5", fields.map((field) => cells[field] ?? "").join("\x01"), "hex");
};

const digestsOf = (lectures: ImportedLecture[]) =>
  new EarlierRows().takeOut(lectures).single.map(({ digest }) => digest);

test("a digest is of all cells but the names, whichever columns there are, also of the first lecture of all", () => {
  const whole = { ...bare, lecture_name: "Two", course_description: "About", keywords: "a", views: 5 };
  expect(digestsOf([bare, whole, { ...bare, lecture_name: "Three", view_rate: -0 }])).toEqual([
    md5(),
    md5({ course_description: "About", keywords: "a", views: "5" }),
    md5({ view_rate: "0000000000000000" }),
  ]);
});

test("digests are four lists: courses, numbers, names, and what the other cells come to", () => {
  const { single } = new EarlierRows().takeOut([bare, { ...bare, lecture_number: 2, lecture_name: "Two" }]);
  const digest = md5();
  expect(joinDigests(single)).toBe(
    ["Logic\x01Logic", "\x012", "One\x01Two", `${digest}\x01${digest}`].join("\x02"),
  );
});

test("rows about lectures of earlier batches are compared with the latest of these, and those that a batch repeats are set apart", () => {
  const rows = new EarlierRows();
  const two = { ...bare, lecture_name: "Two" };
  expect(rows.takeOut([bare, two, { ...two, views: 1 }])).toMatchObject({
    single: [{ lecture: bare }],
    repeated: [two, { ...two, views: 1 }],
    updated: 0,
    unchanged: 0,
  });
  expect(rows.takeOut([bare, two, two, { ...two, views: 1 }])).toEqual({
    single: [],
    repeated: [],
    updated: 2,
    unchanged: 2,
  });
});
