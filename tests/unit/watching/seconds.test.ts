import { expect, test } from "vitest";
import {
  countSeconds,
  firstUnseen,
  isWatched,
  limitPieces,
  type Seconds,
  unionOf,
} from "../../../lib/watching/seconds.ts";
import { forSeeds } from "../csv/random.ts";

test("seconds of many pieces come to the same in any order and as often as they come", async () => {
  await forSeeds(200, async (random) => {
    const pieces = Array.from({ length: random.between(0, 30) }, (): [number, number] => {
      const from = random.between(0, 60);
      return [from, from + random.between(0, 9)];
    });
    const seen = new Set(
      pieces.flatMap(([from, to]) => Array.from({ length: to - from }, (_, n) => from + n)),
    );
    const inOrder = pieces.reduce<Seconds>((all, piece) => unionOf(all, [piece]), []);
    const shuffled = [...pieces, ...pieces].sort(() => random.next() - 0.5);
    expect(shuffled.reduce<Seconds>((all, piece) => unionOf([piece], all), [])).toEqual(inOrder);
    expect(countSeconds(inOrder)).toBe(seen.size);
    for (const [index, [from]] of inOrder.entries())
      if (index > 0) expect(from).toBeGreaterThan(inOrder[index - 1]![1]);
  });
});

test.each<[Seconds, boolean]>([
  [[[0, 90]], true],
  [[[0, 89]], false],
  [[[19, 100]], true],
  [
    [
      [0, 79],
      [99, 100],
    ],
    true,
  ],
  [
    [
      [0, 78],
      [99, 100],
    ],
    false,
  ],
  [
    [
      [0, 15],
      [98, 100],
    ],
    false,
  ],
  [[], false],
])("of a video of 100 seconds %j completes it: %s", (seconds, expected) => {
  expect(isWatched(seconds, 100)).toBe(expected);
});

test("the first part that was not seen begins where the first piece ends", () => {
  expect(firstUnseen([], 100)).toBe(0);
  expect(
    firstUnseen(
      [
        [0, 40],
        [60, 100],
      ],
      100,
    ),
  ).toBe(40);
  expect(firstUnseen([[3, 40]], 100)).toBe(0);
  expect(firstUnseen([[0, 100]], 100.4)).toBeNull();
});

test("of many pieces the nearest become one", () => {
  const every = (step: number, count: number): Seconds =>
    Array.from({ length: count }, (_, n) => [n * step, n * step + 1]);
  expect(limitPieces(every(2, 100))).toEqual(every(2, 100));
  expect(limitPieces(every(2, 5_000))).toEqual([[0, 9_999]]);
  const apart: Seconds = [
    ...every(2, 60),
    ...every(100, 60).map(([from, to]) => [from + 1_000, to + 1_000] as const),
  ];
  expect(limitPieces(apart)).toEqual([[0, 119], ...apart.slice(60)]);
});
