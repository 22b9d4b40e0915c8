import { expect, test } from "./fixtures.ts";
import { hrefs, listPages, type PageKind, texts } from "./pages.ts";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const kind of [
    "home",
    "all subjects",
    "subject",
    "course",
    "lecture",
    "search, results",
  ] satisfies PageKind[]) {
    test(`phone users see tabs at the bottom and the header on top: ${kind}`, async ({ page, catalogue }) => {
      await page.goto((await listPages(catalogue))[kind].path);
      const bar = page.getByRole("navigation", { name: "Main" });
      expect(await texts(bar.getByRole("link"))).toEqual(["Courses", "Planner", "Tests", "Profile"]);
      expect(await hrefs(bar.getByRole("link"))).toEqual(["/", "/planner", "/tests", "/profile"]);
      expect(await texts(bar.locator("[aria-current=page]"))).toEqual(["Courses"]);
      await expect(page.getByRole("banner").getByRole("searchbox")).toHaveCount(0);
      await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toHaveAttribute(
        "href",
        "/auth",
      );
      // At the end of the page, header and tabs are there and the tabs cover nothing of it.
      const tabs = (await bar.boundingBox())!;
      expect(tabs.y + tabs.height).toBeCloseTo(844, 0);
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
        const footer = (await page.getByRole("contentinfo").boundingBox())!;
        expect(footer.y + footer.height).toBeLessThanOrEqual(tabs.y + 2);
      }).toPass();
      expect((await page.getByRole("banner").boundingBox())!.y).toBe(0);
    });
  }

  test("phone users reach the home page with one tap", async ({ page, catalogue }) => {
    await page.goto((await listPages(catalogue)).lecture.path);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Courses" }).tap();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
  });
});

test("a wide screen has the search in its header and no tabs", async ({ page }) => {
  await page.goto("/courses/Physics");
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("searchbox")).toBeVisible();
  await page.evaluate(() => scrollTo(0, 2000));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect((await page.getByRole("banner").boundingBox())!.y).toBe(0);
});
