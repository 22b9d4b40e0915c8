import { signInAsNew } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { openInTwoParts, recordShifts, serveInTwoParts } from "./layout-shifts.ts";
import { asTitle, coursePath, hrefs, subjectPath, texts } from "./pages.ts";

test("the home page opens with the specified words, every subject and its first courses, and leads to their pages", async ({
  page,
  catalogue,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Simple, curated and easy to follow educational content",
  );
  await expect(
    page.getByText(
      "Access thousands of free video courses from top universities and educators across the world and track your learning journey",
      { exact: true },
    ),
  ).toBeVisible();

  // Popular Topics links to every subject, the largest first.
  const subjects = await catalogue.subjects();
  const topics = page.getByRole("region", { name: "Popular Topics" }).getByRole("listitem");
  expect(await texts(topics)).toEqual(
    subjects.map(
      ({ name, course_count }) => `${name}${course_count} ${course_count === 1 ? "course" : "courses"}`,
    ),
  );
  expect(await hrefs(topics.getByRole("link"))).toEqual(subjects.map(({ name }) => subjectPath(name)));
  await expect(topics.locator("svg")).toHaveCount(subjects.length);

  // Every subject has a section with its first four courses.
  const sections = page.locator("main section[aria-label]");
  expect(await texts(sections.getByRole("heading", { level: 2 }))).toEqual(subjects.map(({ name }) => name));
  const shown = await sections.evaluateAll((elements) =>
    elements.map((section) => {
      const seeAll = [...section.querySelectorAll("a")].find((link) => link.textContent === "See all");
      const cards = [...section.querySelectorAll("article")].map((card) => ({
        title: card.querySelector("h3")?.textContent,
        institution: card.querySelector("p")?.textContent,
        href: card.querySelector("a")?.getAttribute("href"),
        pictures: card.querySelectorAll("img").length,
      }));
      return { seeAll: seeAll?.getAttribute("href"), cards };
    }),
  );
  const expected = subjects.map(async ({ name }) => ({
    seeAll: subjectPath(name),
    cards: (await catalogue.homeCourses(name)).map((course) => ({
      title: asTitle(course.name),
      institution: course.institution ?? "N/A",
      href: coursePath(course.course_id),
      pictures: 1,
    })),
  }));
  expect(shown).toEqual(await Promise.all(expected));

  const [subject] = subjects;
  const [course] = await catalogue.homeCourses(subject!.name);
  const section = page.getByRole("region", { name: subject!.name, exact: true });
  await section.getByRole("article").first().click();
  await expect(page).toHaveURL(coursePath(course!.course_id));
  await expect(page.getByRole("heading", { level: 1, name: course!.name, exact: true })).toBeVisible();
  await page.goBack();
  await section.getByText("See all").click();
  await expect(page.getByRole("heading", { level: 1, name: `${subject!.name} Courses` })).toBeVisible();
  await expect(page).toHaveURL(subjectPath(subject!.name));
});

for (const who of ["a visitor", "a learner"]) {
  test(`nothing shifts while the rest of the home page arrives at ${who}`, async ({
    page,
    baseURL,
    outside,
  }) => {
    if (who === "a learner") await signInAsNew(page, baseURL!, "a-learner-with-a-long-name");
    const html = await (await page.request.get("/")).text();
    const server = await serveInTwoParts(baseURL!, "/", html, html.indexOf("</h1>"));
    try {
      const shifts = await recordShifts(page);
      await openInTwoParts(page, server, "/");
      await expect(page.getByRole("contentinfo")).toBeVisible();
      if (who === "a learner")
        await expect(page.getByRole("button", { name: /^Account of a-lea/ })).toBeVisible();
      await outside.settle(page);
      expect(await shifts()).toEqual([]);
    } finally {
      await server.stop();
    }
  });
}

test("tabs and the home screens of phones have icons", async ({ request }) => {
  const html = await (await request.get("/")).text();
  for (const [relation, type] of [
    ["icon", "image/svg+xml"],
    ["apple-touch-icon", "image/png"],
  ] as const) {
    const [, address] = new RegExp(`<link rel="${relation}" href="([^"]+)"`).exec(html) ?? [];
    const answer = await request.get(address!);
    expect([answer.status(), answer.headers()["content-type"]], relation).toEqual([200, type]);
  }
  // What does not read pages, such as a feed reader, asks for this one.
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect((await icon.body()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
});
