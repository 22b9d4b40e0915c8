import { describe, expect, test } from "vitest";
import { continueOnDevice, coursesOnDevice, shareBefore } from "../../../lib/watching/continue.ts";
import { formatLeft, isFinished } from "../../../lib/watching/times.ts";
import type { DevicePlace } from "../../../lib/watching/types.ts";

const lecture = (course: string, nth: number) => ({
  id: (course === "ada" ? 100 : 200) + nth,
  lectureId: String(nth),
  name: `${course} ${nth}`,
  thumbnailId: null,
});

/** The stored position in lecture `nth` of a course of three lectures. */
function place(course: string, nth: number, position: number, at: number, more?: Partial<DevicePlace>) {
  const { id, ...named } = lecture(course, nth);
  const about = {
    ...named,
    courseId: course,
    courseName: course,
    institution: null,
    nth,
    lectureCount: 3,
    next: nth < 3 ? lecture(course, nth + 1) : null,
  };
  return [id, { position, duration: 100, watched: [], at, about, ...more }] as const;
}

const continued = (...places: ReturnType<typeof place>[]) =>
  continueOnDevice(Object.fromEntries(places), 12).map(({ lecture }) => [lecture.name, lecture.nth]);

describe("what a visitor goes on with", () => {
  test("is one lecture a course, the latest first", () => {
    const places = [place("ada", 1, 50, 1), place("ada", 2, 50, 3), place("bob", 1, 50, 2)];
    expect(continued(...places)).toEqual([
      ["ada 2", 2],
      ["bob 1", 1],
    ]);
    expect(continueOnDevice(Object.fromEntries(places), 1)).toHaveLength(1);
  });

  test("is the lecture after a finished one, with its own place", () => {
    expect(continued(place("ada", 1, 100, 1))).toEqual([["ada 2", 2]]);
    const [course] = continueOnDevice(
      Object.fromEntries([place("ada", 1, 100, 2), place("ada", 2, 40, 1)]),
      12,
    );
    expect(course?.lecture).toMatchObject({ id: 102, place: { position: 40 } });
  });

  test("is the first that is not finished where several are", () => {
    expect(continued(place("ada", 1, 100, 2), place("ada", 2, 100, 1))).toEqual([["ada 3", 3]]);
  });

  test("is an earlier lecture where the last is finished, and nothing where all are", () => {
    expect(continued(place("ada", 3, 100, 2), place("ada", 1, 30, 1))).toEqual([["ada 1", 1]]);
    expect(continued(place("ada", 3, 100, 1))).toEqual([]);
  });

  test("is no course that was removed, until it goes on there", () => {
    const dismissed = place("ada", 1, 50, 1, { isDismissed: true });
    expect(continued(dismissed)).toEqual([]);
    expect(continued(dismissed, place("ada", 2, 20, 2))).toEqual([["ada 2", 2]]);
  });

  test("ends although lectures name each other as the next one", () => {
    const [id, first] = place("ada", 1, 100, 1);
    const circle = { ...first, about: { ...first.about, next: lecture("ada", 1) } };
    expect(continueOnDevice({ [id]: circle }, 12)).toEqual([]);
  });
});

test.each([
  [{ position: 84, duration: 100, watched: [] }, false],
  [{ position: 85, duration: 100, watched: [] }, true],
  [{ position: 20, duration: 100, watched: [[0, 90]] as const }, true],
  [{ position: 20, duration: 100, watched: [[0, 89]] as const }, false],
])("of the lecture at %o it is %s that it is finished", (seen, expected) => {
  expect(isFinished({ ...seen, at: 0 })).toBe(expected);
});

test.each([
  [0, 720, "12 min left"],
  [1, 721, "12 min left"],
  [700, 720, "1 min left"],
  [720, 720, "1 min left"],
  [0, 3600, "1 h left"],
  [0, 3900, "1 h 5 min left"],
])("at %d of %d seconds there are %s", (position, duration, expected) => {
  expect(formatLeft({ position, duration })).toBe(expected);
});

test("the share before a place is at most the whole", () => {
  expect(shareBefore({ position: 25, duration: 100 })).toBe(0.25);
  expect(shareBefore({ position: 120, duration: 100 })).toBe(1);
  expect(shareBefore(null)).toBe(0);
});

test("a course counts the lectures that were watched on a device", () => {
  const places = [place("ada", 1, 100, 1), place("ada", 2, 50, 3), place("bob", 1, 50, 2)];
  expect(coursesOnDevice(Object.fromEntries(places))).toEqual([
    { courseId: "ada", completedCount: 1, lectureCount: 3 },
    { courseId: "bob", completedCount: 0, lectureCount: 3 },
  ]);
});
