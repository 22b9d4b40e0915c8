import { share } from "../long-form.ts";
import { expect, test } from "./fixtures.ts";
import { asTitle, collapse, coursePath, hrefs, playlist, subjectPath, texts } from "./pages.ts";

const sizes = [
  ["largest", 0],
  ["middle", 0.5],
  ["smallest", 1],
] as const;
for (const [name, position] of share(sizes, 2)) {
  test(`the ${name} subject shows all its courses in order`, async ({ page, catalogue }) => {
    const subjects = await catalogue.subjects();
    const subject = subjects[Math.floor(position * (subjects.length - 1))]!.name;
    const courses = await catalogue.courses(subject);
    await page.goto(subjectPath(subject));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${asTitle(subject)} Courses`);
    const count = `${courses.length} ${courses.length === 1 ? "course" : "courses"} available`;
    await expect(page.getByText(count, { exact: true })).toBeVisible();
    const cards = page.getByRole("main").getByRole("article");
    expect(await texts(cards.getByRole("heading"))).toEqual(courses.map((course) => asTitle(course.name)));
    expect(await hrefs(cards.getByRole("link"))).toEqual(
      courses.map(({ course_id }) => coursePath(course_id)),
    );
    const paragraphs = courses.flatMap(({ description }) =>
      description ? [description.replace(/\s+/g, " ").trim(), subject] : [subject],
    );
    expect(await texts(cards.getByRole("paragraph"))).toEqual(paragraphs);
    const back = page.getByRole("link", { name: "Back to home" });
    await expect(back).toHaveAttribute("href", "/");
    if (position !== 1) return;
    await back.click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
  });
}

test("All Courses goes through every course, page by page", async ({ page, catalogue }) => {
  const courses = await catalogue.courses();
  await page.goto("/courses/All");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Courses");
  await expect(page.getByText(`${courses.length} courses available`, { exact: true })).toBeVisible();
  // The other pages are only parsed, because each has as many as 250 cards.
  const read = (path: string) =>
    page.evaluate(async (path) => {
      const html = await (await fetch(path)).text();
      const source = new DOMParser().parseFromString(html, "text/html");
      const textsOf = (selector: string) =>
        [...source.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
      const links = [...source.querySelectorAll('nav[aria-label="Pages"] a')].map((link) => [
        link.textContent?.trim(),
        link.getAttribute("href"),
      ]);
      return { titles: textsOf("main article h2"), pager: textsOf('nav[aria-label="Pages"]').join(), links };
    }, path);
  const pathOf = (number: number) => (number === 1 ? "/courses/All" : `/courses/All/${number}`);
  const shown: string[] = [];
  let last = 0;
  for (let hasNext = true; hasNext; ) {
    last += 1;
    const { titles, pager, links } = await read(pathOf(last));
    expect(pager).toContain(`Page ${last} of `);
    shown.push(...titles.map(collapse));
    hasNext = shown.length < courses.length;
    expect(links).toEqual([
      ...(last > 1 ? [["Previous", pathOf(last - 1)]] : []),
      ...(hasNext ? [["Next", pathOf(last + 1)]] : []),
    ]);
  }
  expect(shown).toEqual(courses.map(({ name }) => asTitle(name)));
  const pager = page.getByRole("navigation", { name: "Pages" });
  await pager.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/courses/All/2");
  await expect(pager).toContainText(`Page 2 of ${last}`);
});

test("a course of two subjects stands under both, and a subject called All has its own page", async ({
  page,
  catalogue,
}) => {
  const course_name = "E2E two subjects";
  await catalogue.add(
    {
      course_name,
      subject: "All",
      lecture_name: "E2E two subjects 1",
      lecture_number: null,
      view_rate: 1e12,
    },
    { course_name, subject: "E2E second", lecture_name: "E2E two subjects 2", lecture_number: 2 },
  );
  await catalogue.expirePages();
  await page.goto("/");
  const subjects = [
    ["All", "/courses/All~"],
    ["E2E second", "/courses/E2E%20second"],
  ] as const;
  for (const [subject, path] of subjects) {
    const section = page.getByRole("region", { name: subject, exact: true });
    expect(await texts(section.getByRole("article").getByRole("heading"))).toEqual([course_name]);
    await expect(section.getByRole("link", { name: "See all" })).toHaveAttribute("href", path);
  }
  for (const [subject, path] of subjects) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${subject} Courses`);
    await expect(page.getByText("1 course available", { exact: true })).toBeVisible();
    expect(await texts(page.getByRole("main").getByRole("article").getByRole("heading"))).toEqual([
      course_name,
    ]);
    await expect(
      page.getByRole("main").getByRole("article").getByText(subject, { exact: true }),
    ).toBeVisible();
  }
  await page.getByRole("article").getByRole("link", { name: course_name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course_name);
  // A lecture without a number has no place that could be taken for another one's number.
  expect(await texts(playlist(page).getByRole("listitem"))).toEqual([
    "2E2E two subjects 2",
    "–E2E two subjects 1",
  ]);
  await page.goto("/courses/All");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Courses");
  expect(await page.getByRole("main").getByRole("article").count()).toBeGreaterThan(1);
});

test("pages that are not there answer 404", async ({ request }) => {
  for (const number of ["0", "1", "-1", "01", "1.5", "abc", "999", "1e3", "99999999999"]) {
    const answer = await request.get(`/courses/All/${number}`);
    expect(answer.status(), number).toBe(404);
    expect(await answer.text()).toMatch(/<a href="\/courses\/All"[^>]*>Go to the first page</);
  }
  expect((await request.get("/courses/All/2")).status()).toBe(200);
});
