import { expect, test } from "vitest";
import { letterOf, optionOfKey, optionOfLetter } from "../../../lib/quiz/letters.ts";
import { deriveResult } from "../../../lib/quiz/result.ts";

const great = "Great job! Excellent performance! 🎉";
const good = "Good work! Keep practicing! 👍";
const low = "Keep learning! You'll do better next time! 💪";

test.each([
  [100, 100, 100, great],
  [80, 100, 80, great],
  [79, 100, 79, good],
  [60, 100, 60, good],
  [59, 100, 59, low],
  [0, 100, 0, low],
  [4, 5, 80, great],
  [3, 5, 60, good],
  [2, 3, 67, good],
  [1, 3, 33, low],
  // The exact fraction decides between two whole numbers, and the number shown agrees with the decision.
  [39, 49, 79, good],
  [797, 1000, 79, good],
  [800, 1000, 80, great],
  [31, 52, 59, low],
  [199, 200, 99, great],
  [1, 1, 100, great],
  [0, 1, 0, low],
])("%i of %i: %i %%, %s", (score, total, percent, message) => {
  expect(deriveResult(score, total)).toEqual({ percent, message });
});

test("number and message agree for every score of every quiz up to 300 questions", () => {
  const wrong: string[] = [];
  for (let total = 1; total <= 300; total++) {
    for (let score = 0; score <= total; score++) {
      const { percent, message } = deriveResult(score, total);
      const expected = score * 100 >= 80 * total ? great : score * 100 >= 60 * total ? good : low;
      const ofPercent = percent >= 80 ? great : percent >= 60 ? good : low;
      if (message !== expected || message !== ofPercent)
        wrong.push(`${percent} and ${message} for ${score} of ${total}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("options are lettered and chosen by letter or number", () => {
  expect([letterOf(0), letterOf(25)]).toEqual(["A", "Z"]);
  for (let option = 0; option < 26; option++) expect(optionOfLetter(letterOf(option), 26)).toBe(option);
  expect(optionOfKey("1", 4)).toBe(0);
  expect(optionOfKey("4", 4)).toBe(3);
  expect(optionOfKey("d", 4)).toBe(3);
  expect(optionOfKey("D", 4)).toBe(3);
  for (const key of ["0", "5", "e", "10", "", " ", "Enter", "ArrowDown", "é", "-"])
    expect(optionOfKey(key, 4)).toBeNull();
});
