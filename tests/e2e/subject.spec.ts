import { share } from "../long-form.ts";
import { expect, test } from "./fixtures.ts";
import { asTitle, coursePath, hrefs, playlist, subjectPath, texts } from "./pages.ts";

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
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
  });
}

test("All Courses goes through every course, page by page", async ({ page, catalogue }) => {
  const courses = await catalogue.courses();
  await page.goto("/courses/All");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Courses");
  await expect(page.getByText(`${courses.length} courses available`, { exact: true })).toBeVisible();
  const pager = page.getByRole("navigation", { name: "Pages" });
  const shown: string[] = [];
  for (let number = 1; ; number++) {
    await expect(pager).toContainText(`Page ${number} of `);
    await expect(page).toHaveURL(number === 1 ? "/courses/All" : `/courses/All/${number}`);
    shown.push(...(await texts(page.getByRole("main").getByRole("article").getByRole("heading"))));
    const next = pager.getByRole("link", { name: "Next" });
    if ((await next.count()) === 0) break;
    await next.click();
  }
  expect(shown).toEqual(courses.map(({ name }) => asTitle(name)));
  await pager.getByRole("link", { name: "Previous" }).click();
  await expect(pager).toContainText(/Page \d+ of/);
  await expect(pager.getByRole("link", { name: "Next" })).toBeVisible();
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
  for (const [subject, path] of [
    ["All", "/courses/All~"],
    ["E2E second", "/courses/E2E%20second"],
  ] as const) {
    await page.goto("/");
    const section = page.getByRole("region", { name: subject, exact: true });
    expect(await texts(section.getByRole("article").getByRole("heading"))).toEqual([course_name]);
    await section.getByText("See all").click();
    await expect(page).toHaveURL(path);
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
