import { describe, expect, it } from "vitest";
import {
  keepApostrophe,
  neutraliseFormula,
  restoreFormula,
  serialiseRow,
} from "../../../lib/csv/serialise-csv.ts";
import { forSeeds } from "./random.ts";

describe("serialiseRow", () => {
  it.each([
    [["a", "b"], "a,b\r\n"],
    [["", ""], ",\r\n"],
    [["1,2", 'say "hi"', "x\r\ny"], '"1,2","say ""hi""","x\r\ny"\r\n'],
    [[" a", "b "], '" a","b "\r\n'],
  ])("writes %j as RFC 4180 has it", (cells, text) => expect(serialiseRow(cells)).toBe(text));
});

describe("neutraliseFormula", () => {
  it.each([
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "=",
    "-",
    "  =1",
    '"=1',
    "'=1",
    "\u00A0=1",
    "\uFEFF=1",
    "\u200B\u202E=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "\tx",
    "\rx",
    "\nx",
    "-1\n",
    "+44 20 7946 0000",
  ])("puts an apostrophe before %j", (cell) => expect(neutraliseFormula(cell)).toBe(`'${cell}`));

  it.each([
    ["x;=1", "x;'=1"],
    ["x; =1;@y", "x;' =1;'@y"],
    ["x\n=1", "x\n'=1"],
    ["x\r\n\r\n-1+1", "x\r\n\r\n'-1+1"],
    ["x\t+1", "x\t'+1"],
    ["=1;=2", "'=1;'=2"],
    ["\t=1", "'\t'=1"],
  ])("puts one where %j may be cut into cells", (cell, text) => expect(neutraliseFormula(cell)).toBe(text));

  it.each(["", "a", "1", "a=b", "a-b", "a, -b", "x;y", "x\ny", "mailto:a@b.c", "'", "https://x.org/?a=1"])(
    "leaves %j as it is",
    (cell) => expect(neutraliseFormula(cell)).toBe(cell),
  );

  it.each(["-3.5", "+3", "-0", "-1234567890"])("leaves the number %j as it is", (cell) => {
    expect(neutraliseFormula(cell)).toBe(cell);
  });

  it.each(["-3.", "-.5", "-1e3", "-1,5", "--1", "-1 ", "+", "-٣"])("takes %j for no number", (cell) => {
    expect(neutraliseFormula(cell)).toBe(`'${cell}`);
  });

  it("takes no longer than the text is long", () => {
    for (const part of ["\uFEFF", " ", "; ", "\n", '"', "'", "\u200B ", ";'"]) {
      expect(neutraliseFormula(part.repeat(100_000)).endsWith(part)).toBe(true);
      expect(restoreFormula(part.repeat(100_000)).endsWith(part)).toBe(true);
    }
  });
});

describe("restoreFormula", () => {
  it.each([
    ["'=1", "=1"],
    ["''=1", "'=1"],
    ["' =1;'@y", " =1;@y"],
    ["'\tx", "\tx"],
    ["x\n'=1\n'x", "x\n=1\n'x"],
  ])("takes the apostrophe of %j off", (cell, text) => expect(restoreFormula(cell)).toBe(text));

  it.each([
    ['="Algebra"', "Algebra"],
    ['="007"', "007"],
    ['="say ""hi"""', 'say "hi"'],
    ['=""', ""],
  ])("takes the text out of %j", (cell, text) => expect(restoreFormula(cell)).toBe(text));

  it.each(["", "'", "'a'", '="a"&"b"', '="a";="b"', "'tis", "x'=1", "x '=1", "=1", "'x;=1'"])(
    "leaves %j as it is",
    (cell) => expect(restoreFormula(cell)).toBe(cell),
  );

  it("gives back every cell that was guarded, of 20,000 that are put together at random", async () => {
    const parts = [
      "'",
      "'",
      '"',
      "=",
      '="',
      '"',
      "-",
      "1",
      "a",
      " ",
      ";",
      "\t",
      "\r",
      "\n",
      "＝",
      "\u200B",
      "\u2028",
      "\uD800",
    ];
    await forSeeds(20_000, async (random) => {
      const cell = Array.from({ length: random.between(0, 8) }, () => random.pick(parts)).join("");
      const guarded = [neutraliseFormula(cell), keepApostrophe(cell)];
      expect(guarded.map(restoreFormula)).toEqual([cell, cell]);
    });
  });
});

describe("keepApostrophe", () => {
  it.each(["=1", "x;=1", "\tx", "'a'", "-1"])("leaves %j as it is", (cell) =>
    expect(keepApostrophe(cell)).toBe(cell),
  );

  it("guards a text that is written as a formula", () => expect(keepApostrophe('="a"')).toBe(`'="a"`));

  it("doubles what an import would take off", () => expect(keepApostrophe("'=1;'x")).toBe("''=1;'x"));
});
