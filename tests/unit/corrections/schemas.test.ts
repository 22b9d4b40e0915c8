import { expect, test } from "vitest";
import { courseTexts } from "../../../lib/corrections/course-texts.ts";
import { describeMerge } from "../../../lib/corrections/messages.ts";
import { parseName } from "../../../lib/corrections/names.ts";
import {
  courseEditSchema,
  courseFormSchema,
  lectureFormSchema,
  newLectureFormSchema,
  newLectureSchema,
  subjectFormSchema,
  subjectSchema,
} from "../../../lib/corrections/schemas.ts";
import type { EditedCourse } from "../../../lib/corrections/types.ts";
import { COURSE_FIELDS, FIELDS } from "../../../lib/lecture-import/columns.ts";

const noCells = Object.fromEntries(COURSE_FIELDS.map((field) => [field, null])) as EditedCourse["cells"];
const course = {
  name: "Old",
  version: "1",
  cells: {
    ...noCells,
    course_description: "Two\r\nlines",
    instructor: "A, B",
    institution: "I",
    image: "not an address, from before",
  },
};
const texts = courseTexts(course);
const faultsOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues.map(({ path, message }) => [path.at(-1), message]);

test("a course's form sends what was touched, and checks nothing else", () => {
  const schema = courseFormSchema(course);
  expect(schema.parse(texts)).toEqual({ name: "Old", version: "1", cells: {} });
  expect(schema.parse({ ...texts, instructor: "", keywords: "k" })).toEqual({
    name: "Old",
    version: "1",
    cells: { instructor: "", keywords: "k" },
  });
});

test("a course's form sends a name as it is stored, so that its page is found", () => {
  const { cells } = courseFormSchema(course).parse({ ...texts, course_name: " New\u00a0na\u0308me\u200b" });
  expect(cells).toEqual({ course_name: "New n\u00e4me" });
});

test("a course's form refuses what an import refuses, in its words", () => {
  const refused = courseFormSchema(course).safeParse({
    ...texts,
    course_name: " ",
    subject: "..",
    seo_slug: "s".repeat(251),
    image: "ftp://x",
    institution: "\u0001",
  });
  expect(faultsOf(refused)).toEqual([
    ["course_name", "required"],
    ["subject", "nothing but dots"],
    ["institution", "contains a control character"],
    ["seo_slug", "longer than 250 characters"],
    ["image", "not an http or https address"],
  ]);
});

test("the route takes trimmed texts, empty ones as none, and no other field", () => {
  const parse = (cells: object) => courseEditSchema.safeParse({ name: "Old", version: "1", cells });
  expect(parse({ subject: " ", course_name: " New " }).data).toEqual({
    name: "Old",
    version: "1",
    cells: { subject: null, course_name: "New" },
  });
  for (const cells of [{ lecture_name: "x" }, { course_name: "" }, { image: "x" }, { subject: null }])
    expect(parse(cells).success, JSON.stringify(cells)).toBe(false);
});

test("a subject's new name is a subject, and joins another one only where that was said", () => {
  expect(subjectSchema.parse({ from: "a", to: " b " })).toEqual({ from: "a", to: "b", isJoined: false });
  for (const [to, message] of [
    [" ", "required"],
    ["..", "nothing but dots"],
    ["x".repeat(101), "longer than 100 characters"],
  ] as const)
    expect(faultsOf(subjectFormSchema("a", undefined).safeParse({ to }))).toEqual([["to", message]]);
  expect(subjectFormSchema("a", "b").parse({ to: "b " }).isJoined).toBe(true);
  expect(subjectFormSchema("a", "b").parse({ to: "c" }).isJoined).toBe(false);
});

test("a lecture that is added needs a name; its link becomes the one that is stored", () => {
  const typed = { lecture_number: "3", lecture_name: "L", youtube: "https://youtu.be/dQw4w9WgXcQ" };
  expect(newLectureFormSchema("C").parse(typed)).toEqual({ course: "C", ...typed });
  expect(newLectureSchema.parse({ course: "C", ...typed })).toEqual({
    course: "C",
    lecture_number: 3,
    lecture_name: "L",
    youtube: "https://www.youtube.com/embed/dQw4w9WgXcQ",
  });
  const refused = newLectureFormSchema("C").safeParse({
    lecture_number: "-1",
    lecture_name: "",
    youtube: "https://example.org",
  });
  expect(faultsOf(refused)).toEqual([
    ["lecture_number", "not a whole number from 0 to 2,147,483,647"],
    ["lecture_name", "required"],
    ["youtube", "not a YouTube address"],
  ]);
});

test("a merge is told in words", () => {
  expect(describeMerge({ moved: 2, joined: 1, learners: 3, questions: 4 }, "Algebra")).toBe(
    "2 lectures move. 1 is in both courses: that of “Algebra” stays. 3 learners’ progress follows. 4 quiz questions follow.",
  );
  expect(describeMerge({ moved: 1, joined: 0, learners: 1, questions: 1 }, "A")).toBe(
    "1 lecture moves. 1 learner’s progress follows. 1 quiz question follows.",
  );
  expect(describeMerge({ moved: 0, joined: 2, learners: 0, questions: 0 }, "A")).toBe(
    "2 lectures are in both courses: those of “A” stay.",
  );
});

test("a name in an address is any text", () => {
  expect(parseName(" a/b%2F ")).toBe(" a/b%2F ");
  expect(parseName(["a", "b"])).toBe("a");
  for (const none of [undefined, "", "a\0", "x".repeat(1_001)]) expect(parseName(none)).toBeNull();
});

test("a lecture's form has every cell as text, and refuses what an import refuses", () => {
  const typed = {
    ...Object.fromEntries(FIELDS.map((field) => [field, ""])),
    course_name: "C",
    lecture_name: "L",
  };
  expect(lectureFormSchema.parse({ version: "1", ...typed })).toEqual({ version: "1", ...typed });
  const refused = lectureFormSchema.safeParse({ version: "1", ...typed, lecture_name: "", views: "many" });
  expect(faultsOf(refused)).toEqual([
    ["lecture_name", "required"],
    ["views", "not a whole number from 0 to 9,007,199,254,740,991"],
  ]);
});
