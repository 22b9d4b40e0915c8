import { expect, test } from "./fixtures.ts";
import {
  asTitle,
  collapse,
  listPages,
  notFoundMessage,
  playlist,
  poster,
  searchPath,
  texts,
} from "./pages.ts";

test.use({ javaScriptEnabled: false });

test("visitors without JavaScript see the whole home page", async ({ page, catalogue }) => {
  await page.goto("/");
  const subjects = await catalogue.subjects();
  const topics = page.getByRole("region", { name: "Popular Topics" }).getByRole("listitem");
  await expect(topics).toHaveCount(subjects.length);
  await expect(topics.last()).toBeVisible();
  for (const { name } of subjects) {
    const cards = page.getByRole("region", { name, exact: true }).getByRole("article");
    await expect(cards.first()).toBeVisible();
  }
  await expect(page.getByRole("main").getByRole("status")).toHaveCount(0);
});

test("visitors without JavaScript see whole subject and course pages", async ({ page, catalogue }) => {
  const pages = await listPages(catalogue);
  const course = await catalogue.usualCourse();
  await page.goto(pages.subject.path);
  const cards = page.getByRole("main").getByRole("article");
  const courses = await catalogue.courses(course.subject);
  await expect(cards).toHaveCount(courses.length);
  await expect(cards.last()).toBeVisible();
  await expect(cards.last()).toContainText(asTitle(courses.at(-1)!.name));
  await cards.getByRole("link", { name: asTitle(course.name), exact: true }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(course.name);
  const lectures = await catalogue.lectures(course.name);
  const entries = playlist(page).getByRole("listitem");
  expect(await texts(entries)).toEqual(lectures.map(({ number, name }) => `${number}${collapse(name)}`));
  await expect(entries.last()).toBeVisible();
  await expect(page.getByText("Sign in to track")).toBeVisible();
  if (course.description) await expect(page.getByText(course.description)).toBeVisible();
  await expect(page.getByRole("region", { name: "Similar Courses" })).toBeVisible();
});

test("visitors without JavaScript can play a lecture", async ({ page, catalogue, outside }) => {
  const pages = await listPages(catalogue);
  await page.goto(pages.lecture.path);
  const course = await catalogue.usualCourse();
  const lecture = (await catalogue.lectures(course.name))[2]!;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(lecture.name);
  await expect(playlist(page).locator("[aria-current=true]")).toContainText(lecture.name);
  await expect(page.getByRole("link", { name: "Next lecture" })).toBeVisible();
  expect(outside.requests.filter((url) => url.includes("nocookie"))).toEqual([]);
  await poster(page)
    .getByRole("link", { name: `Play: ${lecture.name}` })
    .click();
  await expect(poster(page).getByText("Player stub")).toBeVisible();
  expect(page.frames()[1]?.url()).toMatch(
    new RegExp(`^https://www\\.youtube-nocookie\\.com/embed/${lecture.video_id}\\?`),
  );
});

for (const width of [1280, 390]) {
  test(`visitors without JavaScript can search by a form at ${width} px`, async ({ page, catalogue }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/");
    const field = page.getByRole("searchbox").first();
    await expect(field).toBeVisible();
    await field.fill("100% & linear equations");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=100%25\+%26\+linear\+equations$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Search results for: 100% & linear equations",
    );
    await page.goto(searchPath("gravity"));
    const found = await catalogue.search("gravity");
    await expect(page.getByText(new RegExp(`^About ${found.length} results`))).toBeVisible();
    const results = page.getByRole("main").getByRole("article");
    await expect(results).toHaveCount(new Set(found.map(({ course_name }) => course_name)).size);
    await expect(results.last()).toBeVisible();
    await expect(page.getByText("Searching…")).toHaveCount(0);
  });
}

test("visitors without JavaScript are told that a page does not exist", async ({ page, outside }) => {
  outside.expect(notFoundMessage);
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
});
