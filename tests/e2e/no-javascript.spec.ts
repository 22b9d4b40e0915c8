import { share } from "../long-form.ts";
import { expect } from "./fixtures.ts";
import {
  asTitle,
  collapse,
  coursePath,
  lecturePath,
  listPages,
  notFoundMessage,
  playlist,
  poster,
  searchPath,
  texts,
} from "./pages.ts";
import { quizPath, test } from "./quiz-bank.ts";

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
  await expect
    .poll(() => texts(entries))
    .toEqual(lectures.map(({ number, name }) => `${number}${collapse(name)}`));
  await expect(entries.last()).toBeVisible();
  await expect(page.getByText("Sign in to track")).toBeVisible();
  if (course.description) await expect(page.getByText(course.description)).toBeVisible();
  await expect(page.getByRole("region", { name: "Similar Courses" })).toBeVisible();
});

test("visitors without JavaScript see all lectures of a long course on a phone", { tag: "@long" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(lecturePath("classical-mechanics", "100"));
  const entries = playlist(page).getByRole("listitem");
  await expect(entries).toHaveCount(7);
  await page.getByText("Show all 211 lectures").click();
  await expect(entries).toHaveCount(211);
  await expect(playlist(page).locator("[aria-current=true]")).toBeVisible();
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

for (const width of share([390, 1280], 2)) {
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

test("visitors without JavaScript are told what does not exist", { tag: "@long" }, async ({
  page,
  request,
  catalogue,
  outside,
}) => {
  outside.expect(notFoundMessage);
  const { course_id: courseId, name } = await catalogue.usualCourse();
  const gone = [
    { path: "/course/no-such-course", heading: "Course not found" },
    { path: lecturePath(courseId, "999999"), heading: "Lecture not found" },
    { path: "/courses/No-such-subject", heading: "No courses found in this category." },
    { path: "/courses/All/999", heading: "Oops! Page not found" },
    { path: "/subjects/999", heading: "Oops! Page not found" },
  ];
  for (const { path, heading } of gone) {
    // The first response is rendered, the second comes from the cache.
    expect((await request.get(path)).status(), path).toBe(404);
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
    await expect(page, path).toHaveTitle(/ not found \| Lectern$|^No courses found \| Lectern$/);
    await expect(page.locator("meta[name=robots]").first(), path).toHaveAttribute("content", /noindex/);
    await expect(page.getByRole("banner"), path).toBeVisible();
    await expect(page.getByRole("contentinfo"), path).toBeVisible();
    await expect(page.getByRole("link", { name: "Skip to content" }), path).toHaveAttribute(
      "href",
      "#content",
    );
    const answer = await request.head(path);
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()["cache-control"], path).toBe("public, max-age=0, s-maxage=60");
  }
  await page.goto(lecturePath(courseId, "999999"));
  await page.getByRole("link", { name: "Go to the course" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);

  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
});

test("visitors without JavaScript see no button that does nothing", async ({ page, catalogue, bank }) => {
  await bank.fill(1);
  const course = coursePath((await catalogue.usualCourse()).course_id);
  const pages: Record<string, string | null> = {
    [course]: null,
    [quizPath]: "Taking the quiz needs JavaScript.",
    "/planner": "Planning needs JavaScript.",
    "/profile": null,
    "/auth": "Signing in needs JavaScript.",
    "/auth/confirm": "Opening this link needs JavaScript.",
    "/auth/new-password": "Setting a password needs JavaScript.",
  };
  for (const [path, note] of Object.entries(pages)) {
    await page.goto(path);
    if (note) await expect(page.locator("noscript p"), path).toHaveText(note);
    else await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(page.getByRole("button"), path).toHaveCount(0);
    await expect(page.getByRole("tab"), path).toHaveCount(0);
    await expect(page.getByText(/^(Loading|Opening your link)/), path).not.toBeVisible();
  }
});
