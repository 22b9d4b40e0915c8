import { expect, test } from "vitest";
import { deriveCourseLength, formatLength, isoLength } from "../../../lib/catalogue/lengths.ts";
import { courseData, videoData } from "../../../lib/catalogue/structured-data.ts";
import { course, lecture } from "./course.ts";

test.each([
  [1, "1 min", "PT1S"],
  [3000, "50 min", "PT50M"],
  [3585, "1 h", "PT59M45S"],
  [7200, "2 h", "PT2H"],
  [12_005, "3 h 20 min", "PT3H20M5S"],
])("%d seconds are %s, and %s to machines", (seconds, shown, iso) => {
  expect(formatLength(seconds)).toBe(shown);
  expect(isoLength(seconds)).toBe(iso);
});

test("a course is as long as its lectures that are known, of those with a video", () => {
  const videoId = "abcdefghijk";
  expect(deriveCourseLength([{ videoId, seconds: null }])).toBeNull();
  expect(
    deriveCourseLength([
      { videoId, seconds: 60 },
      { videoId, seconds: null },
      { videoId: null, seconds: null },
      { videoId, seconds: 30 },
    ]),
  ).toEqual({ seconds: 90, known: 2, total: 3 });
});

test("search engines are told lengths that are known, of a course where all are", () => {
  const [known, unknown] = [lecture({ seconds: 3000 }), lecture({ seconds: null })];
  const half = course({ lectures: [known, unknown] });
  expect(videoData("", half, known)).toMatchObject({ duration: "PT50M" });
  expect(videoData("", half, unknown)).not.toHaveProperty("duration");
  expect(courseData("", half)).not.toHaveProperty("timeRequired");
  expect(courseData("", course({ lectures: [known, known] }))).toMatchObject({ timeRequired: "PT1H40M" });
});
