import { expect, test } from "vitest";
import { summarize } from "../../../bench/part.ts";
import { formatTable, round } from "../../../bench/table.ts";

test("a row shows its figure, what it is compared with, the ratio and whether the goal is reached", () => {
  const table = formatTable([
    {
      name: "home",
      value: 1.2345,
      spread: [1, 2],
      unit: "ms",
      compared: { name: "before", value: 12_345.6 },
      ratio: 0.0001,
      goal: "at most 1.2",
      isMet: true,
    },
    { name: "memory", value: 3, unit: "MB" },
  ]);
  const [, home, memory] = table.split("\n");
  expect(home).toBe("home    1.23 (1–2) ms  12,346 ms, before  0.0001  at most 1.2  reached");
  expect(memory).toBe("memory  3 MB");
});

test("figures are rounded to what a measurement is good for", () => {
  expect([0.123456, 9.999, 99.96, 1234.5, Number.NaN].map(round)).toEqual([
    "0.123",
    "10",
    "100",
    "1,235",
    "NaN",
  ]);
});

test("the middle of an even number of rounds lies between two of them", () => {
  expect(summarize([4, 1, 3, 2])).toEqual({ value: 2.5, spread: [1, 4] });
  expect(summarize([9, 1, 5])).toEqual({ value: 5, spread: [1, 9] });
});
