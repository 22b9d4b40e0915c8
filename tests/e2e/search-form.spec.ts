import { expect, test } from "./fixtures.ts";
import { holdRequests, searchPath, texts } from "./pages.ts";

const headerField = "Search courses and lectures";

test("the header search trims its text and ignores an empty one", async ({ page }) => {
  await page.goto("/courses/Physics");
  const field = page.getByRole("searchbox", { name: headerField });
  for (const blank of ["", "   "]) {
    await field.fill(blank);
    await field.press("Enter");
  }
  await field.fill("  linear equations  ");
  await field.press("Enter");
  await expect(page).toHaveURL(searchPath("linear equations"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search results for: linear equations");
  await expect(field).toHaveValue(/^\s*linear equations\s*$/);
  // One step back leads to the previous page, because blank searches did not navigate.
  await page.goBack();
  await expect(page).toHaveURL("/courses/Physics");
});

test("searches may contain characters with a meaning in addresses", async ({ page }) => {
  await page.goto("/");
  const query = "100% & c++ a=b#c x?y/z";
  await page.getByRole("searchbox", { name: headerField }).fill(query);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Search results for: ${query}`);
  await expect(page).toHaveURL(searchPath(query));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Search results for: ${query}`);
  await expect(page.getByRole("searchbox", { name: headerField })).toHaveValue(query);
});

test("visitors see at once that a search is running, and Back leads to where they were on the page", async ({
  page,
}) => {
  await page.goto("/");
  const position = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 1500));
  const release = await holdRequests(page, "**/search?q=**");
  await page.getByRole("searchbox", { name: headerField }).focus();
  await page.keyboard.type("gravity");
  expect(await position()).toBe(1500);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Searching…" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(["Search results for: gravity"]);
  await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeHidden();
  expect(await page.locator("main .animate-pulse").count()).toBeGreaterThan(3);
  release();
  await expect(page.getByText(/^About \d+ results? \(\d+ courses?\)$/)).toBeVisible();
  await expect(page.getByText("Searching…")).toHaveCount(0);
  await expect(page).toHaveURL(searchPath("gravity"));
  await page.goBack();
  await expect.poll(position).toBe(1500);
});

test("results can be linked to", async ({ page, visitor }) => {
  await page.goto("/search");
  const field = page.getByRole("searchbox", { name: headerField });
  await field.fill("entropy");
  await field.press("Enter");
  await expect(page.getByText(/^About /)).toBeVisible();
  const anotherVisitor = await visitor();
  await anotherVisitor.goto(page.url());
  const titles = await texts(page.locator("main article h2"));
  expect(titles.length).toBeGreaterThan(0);
  expect(await texts(anotherVisitor.locator("main article h2"))).toEqual(titles);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("there is a search form in the home page, the search page and among results", async ({ page }) => {
    for (const path of ["/", "/search", searchPath("gravity")]) {
      await page.goto(path);
      await expect(page.getByRole("banner").getByRole("searchbox")).toHaveCount(0);
      await page.getByRole("main").getByRole("searchbox").fill(" entropy ");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(searchPath("entropy"));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search results for: entropy");
      await expect(page.locator("main article").first()).toBeVisible();
    }
  });
});
