import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  coursePath,
  lecturePath,
  listPages,
  notFoundMessage,
  pageKinds,
  searchPath,
  subjectPath,
} from "./pages.ts";

/** Where the page is wider than its window, with what sticks out. */
async function findSidewaysScrolling(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const found: string[] = [];
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const wider = await page.evaluate((window) => {
      const { scrollWidth } = document.documentElement;
      const isOut = (element: Element) => element.getBoundingClientRect().right > window + 1;
      const out = [...document.querySelectorAll("body *")].filter(isOut).slice(0, 2);
      return scrollWidth > window ? out.map(({ outerHTML }) => outerHTML.slice(0, 120)) : null;
    }, width);
    if (wider) found.push(`${path.slice(0, 60)} at ${width} px: ${wider.join(" ")}`);
  }
  return found;
}

for (const kind of pageKinds) {
  test(`no page scrolls sideways: ${kind}`, async ({ page, catalogue, outside }) => {
    outside.expect(notFoundMessage);
    const { path } = (await listPages(catalogue))[kind];
    expect(await findSidewaysScrolling(page, path)).toEqual([]);
  });
}

test.describe("a catalogue of names of one endless word", () => {
  test("no page scrolls sideways", async ({ page, catalogue }) => {
    const [name, subject] = [`Z${"w".repeat(240)}`, `Z${"m".repeat(99)}`];
    const course = {
      course_name: name,
      course_description: "W".repeat(2000),
      subject,
      institution: "i".repeat(250),
      instructor: "W".repeat(500),
      keywords: `${"W".repeat(300)}, ${"k".repeat(300)}`,
      view_rate: 1e11,
    };
    await catalogue.add(
      { ...course, lecture_name: `1${name}`, lecture_number: 1 },
      { ...course, lecture_name: `2${name}`, lecture_number: 2147483647 },
      { ...course, course_name: `Y${name.slice(1)}`, lecture_name: `3${name}` },
    );
    await catalogue.revalidate();
    const paths = [
      "/",
      "/courses/All",
      subjectPath(subject),
      coursePath(name),
      lecturePath(name, "2147483647"),
      searchPath("w".repeat(200)),
      searchPath("q".repeat(200)),
    ];
    const found: string[] = [];
    for (const path of paths) found.push(...(await findSidewaysScrolling(page, path)));
    expect(found).toEqual([]);
  });
});
