import type { Page } from "@playwright/test";
import { share } from "../long-form.ts";
import type { Catalogue, Found } from "./catalogue.ts";
import { expect, test } from "./fixtures.ts";
import { asTitle, collapse, coursePath, lecturePath, searchPath, subjectPath } from "./pages.ts";

const countOf = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

/** The content that the search page must show for the rows that SQL found. */
async function resultsOf(found: Found[], catalogue: Catalogue) {
  const names = new Set(found.map(({ course_name }) => course_name));
  const courses = new Map((await catalogue.coursesNamed([...names])).map((course) => [course.name, course]));
  return [...Map.groupBy(found, ({ course_name }) => course_name)].map(([name, lectures]) => {
    const course = courses.get(name)!;
    const all = countOf(course.lecture_count, "lecture");
    const count = lectures.length < course.lecture_count ? `${lectures.length} of ${all}` : all;
    const chips = lectures.slice(0, 3).map((lecture) => ({
      name: collapse(lecture.name),
      href: lecturePath(course.course_id, lecture.lecture_id),
    }));
    return {
      title: asTitle(name),
      href: coursePath(course.course_id),
      facts: `${course.institution ?? "N/A"} · ${count}`,
      description: course.description ? [collapse(course.description)] : [],
      chips,
      more: lectures.length > 3 ? `+${lectures.length - 3} more` : undefined,
      subject: course.subject && { name: course.subject, href: subjectPath(course.subject) },
    };
  });
}

/** What the HTML of a search page shows. The page that the browser shows only parses it. */
async function readResults(page: Page, query: string) {
  const html = await (await page.request.get(searchPath(query))).text();
  return page.evaluate((html) => {
    const source = new DOMParser().parseFromString(html, "text/html");
    const results = [...source.querySelectorAll("main article")].map((card) => {
      const linkOf = (link: Element | null | undefined) => ({
        name: link?.textContent?.replace(/\s+/g, " ").trim(),
        href: link?.getAttribute("href"),
      });
      const title = linkOf(card.querySelector("h2 a"));
      const [facts, ...paragraphs] = [...card.querySelectorAll("p")];
      const subject = paragraphs.pop()?.querySelector("a");
      const items = [...card.querySelectorAll("li")];
      const links = items.map((item) => item.querySelector("a"));
      return {
        title: title.name,
        href: title.href,
        facts: facts?.textContent,
        description: paragraphs.map((paragraph) => paragraph.textContent?.replace(/\s+/g, " ").trim()),
        chips: links.filter(Boolean).map(linkOf),
        more: items.find((_item, index) => !links[index])?.textContent ?? undefined,
        subject: linkOf(subject),
      };
    });
    const textsOf = (selector: string) =>
      [...source.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
    return { results, headings: textsOf("main :is(h1, h2)"), paragraphs: textsOf("main p") };
  }, html);
}

async function expectSearch(page: Page, catalogue: Catalogue, query: string): Promise<number> {
  const found = await catalogue.search(query.trim());
  const expected = await resultsOf(found, catalogue);
  const { results, headings, paragraphs } = await readResults(page, query);
  expect(headings[0]).toBe(`Search results for: ${query.trim()}`);
  if (found.length === 0) {
    expect(headings[1]).toBe("No results found");
    expect(paragraphs).toContain("Try different keywords or check your spelling");
  } else {
    expect(paragraphs).toContain(
      `About ${countOf(found.length, "result")} (${countOf(expected.length, "course")})`,
    );
  }
  expect(results).toEqual(expected);
  return found.length;
}

test("a search finds what SQL finds", async ({ page, catalogue }) => {
  const queries = [
    "machine learning",
    "  PyThOn ",
    "in",
    "100%",
    "c++",
    '"groupby"',
    "(x, y)",
    "don't",
    "Montréal",
    "numpy.",
    "<script>",
    "zzz none found",
    "%%",
    "\\\\",
  ];
  for (const query of share(queries, 2)) {
    await test.step(query, () => expectSearch(page, catalogue, query));
  }
  await page.goto(searchPath("zzz none found"));
  await expect(page.getByRole("heading", { name: "No results found" })).toBeVisible();
  await page.goto(searchPath("machine learning"));
  await expect(page.getByText(/^About \d+ results/)).toBeVisible();
});

test.describe("takes every character literally", () => {
  const names = ["100% sure", "1000 sure", "a_b", "axb", "back\\slash", 'say "quoted"', "f(x, y)", "Été É"];
  test("also where the catalogue has no such text", { tag: "@long" }, async ({ page, catalogue }) => {
    await catalogue.add(
      ...names.map((name, index) => ({
        lecture_name: `zqw ${name}`,
        lecture_number: index,
        course_name: "zqw course",
        view_rate: index % 3 ? index : null,
      })),
    );
    await catalogue.expirePages();
    for (const name of share(names, 2))
      expect(await expectSearch(page, catalogue, `zqw ${name}`), name).toBe(1);
    expect(await expectSearch(page, catalogue, "a_b")).toBe(1);
    expect(await expectSearch(page, catalogue, "zqw été")).toBe(1);
    expect(await expectSearch(page, catalogue, "zqw")).toBe(names.length);
  });
});

test("visitors who enter fewer than two characters search nothing", async ({ page }) => {
  for (const path of ["/search", ...["", "   ", "a", "é", "%"].map(searchPath)]) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toMatch(/<h1[^>]*>Start your search<\/h1>/);
    expect(html, path).not.toContain("<article");
  }
  for (const query of ["", "a"]) {
    await page.goto(searchPath(query));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Start your search");
    const hint = page.getByText("Type at least two characters to search");
    await expect(hint).toBeVisible({ visible: query !== "" });
  }
});

test("a search for text that no title can hold finds nothing without an error", async ({ request }) => {
  for (const query of ["x".repeat(3000), "%1F%1F"])
    expect((await request.get(`/search?q=${query}`)).status(), query).toBe(200);
});

test("a search that finds nothing is counted once it has rested, not letter by letter, and no address is", async ({
  page,
  sql,
}) => {
  await page.goto("/search?q=ada.zygonaut%40example.org");
  const field = page.getByRole("banner").getByRole("searchbox");
  await field.fill("");
  await field.pressSequentially("Zygonautics ", { delay: 250 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search results for: Zygonautics");
  const counted = async () =>
    // Other tests also search for texts without results.
    (
      await sql`select query, count from private.missed_searches where query like 'zy%' or query like '%zygo%'`
    ).map((row) => ({ ...row }));
  await expect.poll(counted).toEqual([{ query: "zygonautics", count: 1 }]);
});

test("a name is found as it is typed, and its heading is in one font", async ({ page }) => {
  const loadedFonts = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family);
    });
  await page.goto(searchPath("Linear algebra"));
  expect(await loadedFonts()).toEqual(["heading"]);
  // In the preset file the marks are characters of their own.
  await page.goto(searchPath("Antonín Dvořák"));
  await expect(page.getByRole("link", { name: /^Antonín Dvořák: Symphony/ }).first()).toBeVisible();
  expect((await loadedFonts()).sort()).toEqual(["heading", "headingExtended"]);
});
