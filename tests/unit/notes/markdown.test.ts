import { strFromU8, unzipSync } from "fflate";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createRandom } from "../../../bench/random.ts";
import { zipNotes } from "../../../lib/notes/archive.ts";
import { cleanBody } from "../../../lib/notes/body.ts";
import { fileNames, formatSpan, groupNotes, toMarkdown } from "../../../lib/notes/markdown.ts";
import type { ListedNote } from "../../../lib/notes/types.ts";

const options = { site: "https://site.example", date: "2026-11-23" };
let ids = 0;
const note = (more: Partial<ListedNote> = {}): ListedNote => ({
  id: `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`,
  recordId: 1,
  videoId: "abcdefghijk",
  courseId: "mechanics",
  courseName: "Mechanics",
  institution: "MIT",
  lectureId: "4",
  lectureName: "Vectors",
  seconds: 760,
  until: null,
  body: "",
  createdAt: 0,
  ...more,
});
const write = (...notes: ListedNote[]) => toMarkdown(groupNotes(notes)[0]!, options);

type Read = { lecture: string; time: string; address: string | null; body: string };

/** Parses a file as CommonMark with tables and strikethrough: returns its front matter and its items. */
function read(markdown: string): { front: unknown; items: Read[] } {
  const [, front = "", text = ""] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(markdown) ?? [];
  const items: Read[] = [];
  let lecture = "";
  let isHeading = false;
  let isFirst = false;
  for (const token of new MarkdownIt({ html: true }).parse(text, {})) {
    if (token.type === "heading_open") expect(token.tag).toBe("h2");
    if (token.type === "heading_open" || token.type === "heading_close") isHeading = token.nesting === 1;
    if (token.type === "list_item_open") isFirst = true;
    if (token.type !== "inline") {
      expect(token.type).toMatch(/^(heading|bullet_list|list_item|paragraph)_(open|close)$/);
      continue;
    }
    const parts = token.children!;
    if (isHeading) {
      expect(parts.map(({ type }) => type)).toEqual(["text"]);
      lecture = parts[0]!.content;
    } else if (isFirst) {
      const hasLink = parts[0]?.type === "link_open";
      const address = hasLink ? String(parts[0]!.attrGet("href")) : null;
      const content = textOf(hasLink ? parts.slice(3) : parts);
      const [, time = "", body = ""] = hasLink
        ? ["", parts[1]!.content, content.slice(1)]
        : (/^(\S+) ?(.*)$/s.exec(content) ?? []);
      items.push({ lecture, time, address, body });
      isFirst = false;
    } else items.at(-1)!.body += `\n\n${textOf(parts)}`;
  }
  return { front: parse(front), items };
}

const textOf = (parts: { type: string; content: string }[]) =>
  parts
    .map(({ type, content }) => {
      expect(type).toMatch(/^(text|softbreak)$/);
      return type === "text" ? content : "\n";
    })
    .join("");

test("a course is a file with front matter, a heading a lecture and an item a note", () => {
  expect(
    write(
      note({ body: "Forces add up\n\nas arrows do" }),
      note({ seconds: 800, until: 3725 }),
      note({ lectureId: "5", recordId: 2, lectureName: "Energy", seconds: 5, body: "work * time" }),
    ),
  ).toBe(`---
course: "Mechanics"
institution: "MIT"
address: "https://site.example/course/mechanics"
date: "2026-11-23"
---

## Vectors

- [12:40](https://site.example/course/mechanics/4#t=760) Forces add up

  as arrows do
- [13:20–1:02:05](https://site.example/course/mechanics/4#t=800)

## Energy

- [0:05](https://site.example/course/mechanics/5#t=5) work \\* time
`);
});

test("a note whose lecture is gone leads to its video, and without one to nothing", () => {
  const gone = { courseId: null, lectureId: null, recordId: null, institution: null, body: "b" };
  const { front, items } = read(write(note(gone), note({ ...gone, videoId: null })));
  expect(front).toEqual({ course: "Mechanics", date: "2026-11-23" });
  expect(items.map(({ address, body }) => [address, body])).toEqual([
    ["https://www.youtube.com/watch?v=abcdefghijk&t=760s", "b"],
    [null, "b"],
  ]);
});

const hostile = [
  "<script>alert(1)</script>",
  "[click](javascript:alert(1))",
  "![](https://evil.example/x.png)",
  "- [1:00](https://evil.example) another",
  "## Heading\n===\n---\n***",
  "    code\n\n    code after a space\n\ttab",
  "> quote\n1. one\n2) two\n+ plus\n* star",
  "| a | b |\n| - | - |\n| 1 | 2 |",
  "```js\ncode\n```\n~~~\n",
  "&lt;b&gt; &amp; &#60;",
  "[[wiki]] #tag $x^2$ ==marked== %%hidden%% ~~struck~~",
  "[a]: https://evil.example\n\n[a]",
  "back\\slash\\\nends with \\",
  "---\ntitle: x\n---",
  "<https://evil.example> <!-- x -->",
  "Ω 数学 שלום 👩‍🔬 \u202eabc",
];

test.each(hostile)("hostile text is read back as it was typed: %j", (text) => {
  const body = cleanBody(text);
  const { items } = read(write(note({ body, lectureName: text, courseName: text })));
  expect(items).toMatchObject([{ body, lecture: text.replace(/[\p{Cc}\s]+/gu, " ").trim() }]);
});

test("any list of notes is read back as it was", () => {
  const random = createRandom(4);
  const signs = [..."\\`*_{}[]()<>#+-.!|~$&=:%^'\"@;/ \t\n\n\n  ab1é数\u00a0\u2028\u0085\u0007\r"].concat(
    ...hostile,
  );
  const text = (longest: number) =>
    Array.from({ length: random.between(0, longest) }, () => random.pick(signs)).join("");
  for (let round = 0; round < 150; round++) {
    const courseId = random.pick(["mechanics", "a (b)", "c*d'_e_", "数"]);
    const lectures = Array.from({ length: random.between(1, 3) }, (_, recordId) => ({
      recordId,
      lectureName: `${text(10)}x`,
      lectureId: random.pick(["4", "4-7)", "lecture-9"]),
    }));
    const notes = lectures.flatMap((lecture) =>
      Array.from({ length: random.between(1, 4) }, () => {
        const seconds = random.between(0, 9000);
        const until = random.chance(0.3) ? seconds + random.between(1, 100) : null;
        return note({
          ...lecture,
          courseId,
          courseName: `${text(10)}c`,
          seconds,
          until,
          body: cleanBody(text(30)),
        });
      }).map((each, _, [first]) => ({ ...each, courseName: first!.courseName })),
    );
    const inOne = notes.map((each) => ({ ...each, courseName: notes[0]!.courseName }));
    const { front, items } = read(write(...inOne));
    expect(front).toMatchObject({ course: inOne[0]!.courseName });
    expect(items).toEqual(
      inOne.map((each) => ({
        lecture: each.lectureName.replace(/[\p{Cc}\s]+/gu, " ").trim(),
        time: formatSpan(each),
        address: expect.stringMatching(new RegExp(`^https://site\\.example/course/.+#t=${each.seconds}$`)),
        body: each.body,
      })),
    );
  }
});

describe("the archive", () => {
  test("holds a file a course, none of which is another's", async () => {
    const names = [
      "C#",
      "C++",
      "c",
      "Con",
      "../../etc/passwd",
      "数学",
      "",
      "a".repeat(300),
      "𠀀".repeat(300),
    ];
    const files = fileNames(names.map((name) => ({ name })));
    for (const file of files) expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
    expect(files).toEqual([
      "C.md",
      "C-2.md",
      "c-3.md",
      "Con-course.md",
      "etc-passwd.md",
      "数学.md",
      "course.md",
      `${"a".repeat(60)}.md`,
      `${"𠀀".repeat(60)}.md`,
    ]);
    // Nor does it take a time that grows with the square of their number.
    const alike = fileNames(
      Array.from({ length: 100_000 }, (_, index) => ({ name: "?".repeat(1 + (index % 9)) })),
    );
    expect(new Set(alike).size).toBe(100_000);
  });

  test("is a zip file whose files are the Markdown of the courses", async () => {
    const courses = groupNotes([note({ body: "one" }), note({ courseName: "数学", body: "two" })]);
    const zip = new Uint8Array(await new Response(zipNotes(courses, options)).arrayBuffer());
    const files = Object.entries(unzipSync(zip)).map(([name, content]) => [name, strFromU8(content)]);
    expect(files).toEqual([
      ["Mechanics.md", toMarkdown(courses[0]!, options)],
      ["数学.md", toMarkdown(courses[1]!, options)],
    ]);
  });
});
