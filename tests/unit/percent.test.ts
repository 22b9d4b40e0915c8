import { expect, test } from "vitest";
import { percentOf } from "../../lib/percent.ts";

test.each([
  [0, 0, 0],
  [0, 3, 0],
  [1, 3, 33],
  [2, 3, 67],
  [3, 12, 25],
  [3, 3, 100],
  [4, 3, 100],
  [1, 200, 1],
  [1, 211, 1],
  [1, 27_353, 1],
  [199, 200, 99],
  [210, 211, 99],
  [27_352, 27_353, 99],
])("%i of %i is %i %%", (part, total, percent) => expect(percentOf(part, total)).toBe(percent));

test("a threshold is shown once it is reached, and not before", () => {
  expect(percentOf(39, 49)).toBe(80);
  expect(percentOf(39, 49, [80])).toBe(79);
  expect(percentOf(31, 52, [60, 80])).toBe(59);
  expect(percentOf(4, 5, [80])).toBe(80);
  expect(percentOf(29, 50, [58])).toBe(58);
});

test("every share is within one percent, and only nothing is 0 and only everything is 100", () => {
  const wrong: string[] = [];
  for (let total = 1; total <= 300; total++) {
    for (let part = 0; part <= total; part++) {
      const percent = percentOf(part, total);
      const isNear = Math.abs(percent - (part / total) * 100) < 1;
      const isRightAtEnds = (percent === 0) === (part === 0) && (percent === 100) === (part === total);
      if (!isNear || !isRightAtEnds) wrong.push(`${percent} for ${part} of ${total}`);
    }
  }
  expect(wrong).toEqual([]);
});
