import { expect, test } from "vitest";
import { stepSpeed } from "../../../components/player/speed.client.ts";

test("a speed steps to the next one either way, also from one that is not in the list", () => {
  expect(stepSpeed(1, 1)).toBe(1.25);
  expect(stepSpeed(1, -1)).toBe(0.75);
  expect(stepSpeed(1.1, 1)).toBe(1.25);
  expect(stepSpeed(1.1, -1)).toBe(1);
});

test("at the end there is none further", () => {
  expect(stepSpeed(2, 1)).toBe(2);
  expect(stepSpeed(0.5, -1)).toBe(0.5);
  expect(stepSpeed(3, 1)).toBe(3);
});
