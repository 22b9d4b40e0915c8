import { expect, test } from "vitest";
import { isCountable, RestingSearches, toCountedText } from "../../../lib/catalogue/missed-search.ts";

test("queries that differ in letter case and spaces alone are the same text", () => {
  expect(toCountedText("  Quantum \t GRAVITY ")).toBe("quantum gravity");
  expect(toCountedText("E\u0301tale")).toBe("\u00e9tale");
});

test.each(["qu", "quaternions", "6.006", "18.06", "c++", "日本", "a".repeat(40), `${"x ".repeat(49)}xy`])(
  "%s may be kept",
  (text) => expect(isCountable(text)).toBe(true),
);

test.each([
  ["an e-mail address", "ada@example.org"],
  ["the beginning of one", "ada@"],
  ["an e-mail address among words", "courses of ada@example.org"],
  ["an address of a page", "https://example.org/?token=1"],
  ["an address without its scheme", "www.example.org"],
  ["a telephone number", "+44 (20) 7946-0018"],
  ["a number in groups", "4111 1111 1111 1111"],
  ["a number with dots", "079.123.45.67"],
  ["a key", "k".repeat(41)],
  ["a long text", `${"word ".repeat(20)}w`],
  ["a single letter", "q"],
  ["nothing", ""],
])("%s is not kept", (_, text) => expect(isCountable(text)).toBe(false));

/** Runs searches in order; returns those that count as final at the end. */
function rest(...searches: { text: string; hasFound?: boolean }[]): string[] {
  const resting = new RestingSearches();
  for (const { text, hasFound = false } of searches) {
    resting.supersede(text);
    if (!hasFound) resting.begin(text);
  }
  return searches.map(({ text }) => text).filter((text) => resting.end(text));
}

test("what is typed letter by letter counts as its whole", () => {
  expect(rest({ text: "zy" }, { text: "zyg" }, { text: "zygo" }, { text: "zygote" })).toEqual(["zygote"]);
});

test("what is taken back while typing does not count", () => {
  expect(rest({ text: "quantz" }, { text: "quant", hasFound: true })).toEqual([]);
  expect(rest({ text: "zygotz" }, { text: "zygot" }, { text: "zygote" })).toEqual(["zygote"]);
});

test("other searches of the same moment count too", () => {
  expect(rest({ text: "zygote" }, { text: "quaternions" })).toEqual(["zygote", "quaternions"]);
});

test("the same search at the same moment counts once", () => {
  const resting = new RestingSearches();
  expect(resting.begin("zygote")).toBe(true);
  expect(resting.begin("zygote")).toBe(false);
  expect(resting.end("zygote")).toBe(true);
  expect(resting.end("zygote")).toBe(false);
});

test("no more than a hundred rest at a time", () => {
  const resting = new RestingSearches();
  for (let n = 100; n < 200; n++) expect(resting.begin(`flood ${n}`)).toBe(true);
  expect(resting.begin("one more")).toBe(false);
  resting.end("flood 150");
  expect(resting.begin("one more")).toBe(true);
});
