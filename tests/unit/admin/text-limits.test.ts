import { expect, test } from "vitest";
import { announceRemaining, countCut, describeCut, pastedLength } from "../../../lib/admin/text-limits.ts";

test("nothing is said while there is room, and little while there is less", () => {
  const said = Array.from({ length: 251 }, (_, length) => announceRemaining(length, 250));
  expect(said.slice(0, 230).every((text) => text === "")).toBe(true);
  expect([said[230], said[239]]).toEqual(["At most 20 characters left.", "At most 20 characters left."]);
  expect([said[240], said[245]]).toEqual(["At most 10 characters left.", "At most 5 characters left."]);
  expect(said[250]).toBe("The limit of 250 characters is reached.");
  expect(new Set(said).size).toBe(5);
});

test.each([
  ["fits", 100, { length: 150, selected: 0, limit: 250 }, 0],
  ["is one too long", 101, { length: 150, selected: 0, limit: 250 }, 1],
  ["replaces what is selected", 101, { length: 150, selected: 150, limit: 250 }, 0],
  ["finds no room", 7, { length: 250, selected: 0, limit: 250 }, 7],
])("a text that %s", (_case, added, field, cut) => {
  expect(countCut(added, field)).toBe(cut);
});

test("what is left out of a paste is said in the singular and the plural", () => {
  expect([1, 2].map(describeCut)).toEqual([
    "The text was too long: 1 character at its end was left out.",
    "The text was too long: 2 characters at its end were left out.",
  ]);
});

// A cell that is copied in a spreadsheet ends with a line break.
test("a pasted text is as long as what a browser makes of its line breaks", () => {
  const texts = ["abc", "abc\r\n", "abc\n\n", "a\r\nb", "a\nb\n"];
  expect(texts.map((text) => pastedLength(text, false))).toEqual([3, 3, 3, 3, 3]);
  expect(texts.map((text) => pastedLength(text, true))).toEqual([3, 4, 5, 3, 4]);
});
