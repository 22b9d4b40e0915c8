import { expect, test } from "vitest";
import { formatTime, parseTimeHash, resumeAt, speakTime } from "../../../lib/watching/times.ts";

test.each([
  [760, "12:40", "12 minutes 40 seconds"],
  [3725.9, "1:02:05", "1 hour 2 minutes 5 seconds"],
  [61, "1:01", "1 minute 1 second"],
  [0, "0:00", "0 seconds"],
  [7200, "2:00:00", "2 hours"],
])("%d seconds are written %s and spoken %s", (time, written, spoken) => {
  expect(formatTime(time)).toBe(written);
  expect(speakTime(time)).toBe(spoken);
});

test.each([
  [14.9, 100, null],
  [15, 100, 12],
  [85, 100, 82],
  [85.1, 100, null],
  [3528, 3600, 3525],
  [3529, 3600, null],
])("a place at %d of %d seconds is resumed at %s", (position, duration, expected) => {
  expect(resumeAt({ position, duration })).toBe(expected);
});

test.each([
  ["#t=760", 760],
  ["#t=0", 0],
  ["", null],
  ["#t=", null],
  ["#t=-5", null],
  ["#t=1e3", null],
  ["#t=12:40", null],
  ["#t=9999999", null],
  ["#notes", null],
])("the address's end %s stands for %s seconds", (hash, expected) => {
  expect(parseTimeHash(hash)).toBe(expected);
});
