import { expect, test } from "vitest";
import { describeAge } from "../../../lib/auth/session-dates.ts";

const hour = 3_600_000;

test.each([
  [0, "within the last hour"],
  [0.9 * hour, "within the last hour"],
  [1.5 * hour, "1 hour ago"],
  [23 * hour, "23 hours ago"],
  [30 * hour, "yesterday"],
  [75 * hour, "3 days ago"],
])("an age of %d ms is told in words", (age, words) => {
  expect(describeAge(1e12 - age, 1e12)).toBe(words);
});
