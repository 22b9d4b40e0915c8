import { share } from "../long-form.ts";
import { signInAsNew } from "./accounts.ts";
import { findBrokenWords, findSidewaysScrolling } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { coursePath, lecturePath, listPages, notFoundMessage, searchPath, subjectPath } from "./pages.ts";

test("no page scrolls sideways for names of one endless word", async ({ page, catalogue }) => {
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
  await catalogue.expirePages();
  const paths = [
    "/",
    "/courses/All",
    "/subjects",
    subjectPath(subject),
    coursePath(name),
    lecturePath(name, "2147483647"),
    searchPath("w".repeat(200)),
    searchPath("q".repeat(200)),
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await findSidewaysScrolling(page), path.slice(0, 60)).toEqual([]);
  }
});

test("text of twice the size breaks no word and needs no sideways scrolling", { tag: "@long" }, async ({
  page,
  catalogue,
  outside,
}) => {
  outside.expect(notFoundMessage);
  const paths = Object.values(await listPages(catalogue)).map(({ path }) => path);
  for (const path of share([...paths, "/planner", "/profile", "/auth"], 2)) {
    await page.goto(path);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    expect(await findSidewaysScrolling(page), path).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await findBrokenWords(page), path).toEqual([]);
  }
});

test("on a low screen no bar stays above what is read", async ({ page, catalogue }) => {
  const { course } = await listPages(catalogue);
  const bars = [page.getByRole("banner"), page.getByRole("navigation", { name: "Main" })];
  const scrollToMiddle = () =>
    page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: "instant" }));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(course.path);
  await scrollToMiddle();
  for (const bar of bars) await expect(bar).toBeInViewport();
  // A screen of 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await scrollToMiddle();
  for (const bar of bars) await expect(bar).not.toBeInViewport();
});

test("text of twice the size fits on a learner's own pages, and on a phone in the console", {
  tag: "@long",
}, async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!, `learner-with-${"such-".repeat(6)}a-long-address`);
  await sql`insert into user_roles select id, 'admin' from auth.users where email = ${email}`;
  const consolePaths = ["", "/users", "/lectures"].map((path) => `/admin-console${path}`);
  for (const path of ["/profile", "/profile/account", ...consolePaths]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    if (!consolePaths.includes(path)) expect(await findSidewaysScrolling(page), path).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
    expect(await findBrokenWords(page), path).toEqual([]);
  }
});
