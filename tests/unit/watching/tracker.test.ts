import { expect, test } from "vitest";
import type { Seconds } from "../../../lib/watching/seconds.ts";
import { createTracker } from "../../../lib/watching/tracker.ts";

type Step = [at: number, position: number, more?: { rate?: number; isPlaying?: boolean }];

function track(...steps: Step[]): Seconds {
  const tracker = createTracker();
  for (const [at, position, { rate = 1, isPlaying = true } = {}] of steps)
    tracker.add({ at: at * 1000, position, rate, isPlaying });
  return tracker.take();
}

test.each<[string, Step[], Seconds]>([
  [
    "playing",
    [
      [0, 0],
      [1, 1],
      [2, 2.1],
    ],
    [[0, 3]],
  ],
  [
    "a jump ahead",
    [
      [0, 0],
      [1, 1],
      [2, 60],
      [3, 61],
    ],
    [
      [0, 1],
      [60, 61],
    ],
  ],
  [
    "a jump back",
    [
      [0, 50],
      [1, 51],
      [2, 10],
      [3, 11],
    ],
    [
      [10, 11],
      [50, 51],
    ],
  ],
  [
    "a jump to the end",
    [
      [0, 0],
      [1, 1],
      [2, 3599],
    ],
    [[0, 1]],
  ],
  [
    "reports twenty seconds apart, as of a hidden tab",
    [
      [0, 0],
      [20, 20],
      [40, 40],
    ],
    [[0, 40]],
  ],
  [
    "double speed",
    [
      [0, 0, { rate: 2 }],
      [10, 20, { rate: 2 }],
    ],
    [[0, 20]],
  ],
  [
    "as much at simple speed, which is a jump",
    [
      [0, 0],
      [10, 20],
    ],
    [],
  ],
  [
    "a pause",
    [
      [0, 0],
      [5, 5, { isPlaying: false }],
      [60, 5],
      [61, 6],
    ],
    [[0, 6]],
  ],
  [
    "a jump while paused",
    [
      [0, 0],
      [1, 1, { isPlaying: false }],
      [2, 1.5],
    ],
    [[0, 1]],
  ],
])("%s counts as what was seen of it", (_what, steps, expected) => {
  expect(track(...steps)).toEqual(expected);
});

test("what was taken is not given again, and an interruption is no playing", () => {
  const tracker = createTracker();
  const play = (at: number, position: number) => tracker.add({ at, position, rate: 1, isPlaying: true });
  play(0, 0);
  play(1000, 1);
  expect(tracker.take()).toEqual([[0, 1]]);
  expect(tracker.take()).toEqual([]);
  tracker.interrupt();
  play(2000, 2);
  expect(tracker.take()).toEqual([]);
});
