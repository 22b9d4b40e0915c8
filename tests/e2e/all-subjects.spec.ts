import { expect, test } from "./fixtures.ts";
import { hrefs, subjectPath, texts } from "./pages.ts";

const words = ({ name, course_count }: { name: string; course_count: number }) =>
  `${name}${course_count} ${course_count === 1 ? "course" : "courses"}`;

test("home shows the largest of very many subjects and leads to all of them, which visitors go through page by page", {
  tag: "@long",
}, async ({ page, catalogue, visitor }) => {
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: "All subjects" })).toHaveCount(0);
  // More subjects than the API's row limit.
  const added = Array.from({ length: 1_050 }, (_, number) => `E2E subject ${number}`);
  await catalogue.add(...added.map((subject) => ({ course_name: subject, lecture_name: subject, subject })));
  await catalogue.expirePages();
  const subjects = await catalogue.subjects();
  const largest = subjects.slice(0, 40);
  await page.goto("/");
  const count = page.getByRole("definition").filter({ hasText: subjects.length.toLocaleString("en") });
  await expect(count).toBeVisible();
  const topics = page.getByRole("region", { name: "Popular Topics" });
  expect(await texts(topics.getByRole("listitem"))).toEqual(largest.map(words));
  const sections = page.locator("main section[aria-label]");
  expect(await texts(sections.getByRole("heading", { level: 2 }))).toEqual(largest.map(({ name }) => name));
  // One link is below the topics, one after the last section.
  const links = page.getByRole("main").getByRole("link", { name: "All subjects" });
  expect(await hrefs(links)).toEqual(["/subjects", "/subjects"]);
  await expect(topics.getByRole("link", { name: "All subjects" })).toHaveCount(1);
  await links.last().click();
  await expect(page).toHaveURL("/subjects");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("All subjects");

  const byName = await catalogue.subjectsByName();
  const total = `${byName.length.toLocaleString("en")} subjects`;
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  const pager = page.getByRole("navigation", { name: "Pages" });
  const entries = page.getByRole("main").getByRole("listitem");
  const shown: string[] = [];
  const addresses: (string | null)[] = [];
  for (let number = 1; ; number++) {
    await expect(pager).toContainText(`Page ${number} of 5`);
    await expect(page).toHaveURL(number === 1 ? "/subjects" : `/subjects/${number}`);
    expect(await entries.count()).toBeLessThanOrEqual(250);
    shown.push(...(await texts(entries)));
    addresses.push(...(await hrefs(entries.getByRole("link"))));
    const next = pager.getByRole("link", { name: "Next" });
    if ((await next.count()) === 0) break;
    await next.click();
  }
  expect(shown).toEqual(byName.map(words));
  expect(addresses).toEqual(byName.map(({ name }) => subjectPath(name)));
  await entries.last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${byName.at(-1)!.name} Courses`);

  const plain = await visitor({ javaScriptEnabled: false });
  await plain.goto("/subjects/4");
  await plain.getByRole("link", { name: "Next" }).click();
  await expect(plain).toHaveURL("/subjects/5");
  await expect(plain).toHaveTitle(/^All subjects, page 5 /);
  await expect(plain.getByRole("main").getByRole("listitem").last()).toContainText(byName.at(-1)!.name);
  await expect(plain.getByRole("main").getByRole("listitem").last()).toBeVisible();
});

test("pages of subjects that are not there answer 404", async ({ request }) => {
  for (const number of ["0", "1", "2", "-1", "01", "1.5", "abc", "1e3", "99999999999"]) {
    const answer = await request.get(`/subjects/${number}`);
    expect(answer.status(), number).toBe(404);
    expect(await answer.text()).toMatch(/<a href="\/subjects"[^>]*>Go to the first page</);
  }
  expect((await request.get("/subjects")).status()).toBe(200);
});
