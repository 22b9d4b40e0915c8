import { share } from "../long-form.ts";
import { expect, test } from "./fixtures.ts";
import { hrefs, lecturePath, listPages, type PageKind, playlist, shortCourse, texts } from "./pages.ts";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const kinds: PageKind[] = ["home", "all subjects", "subject", "course", "lecture", "search, results"];
  for (const kind of share(kinds, 4)) {
    test(`phone users see tabs at the bottom, which lead home, and the header on top: ${kind}`, async ({
      page,
      catalogue,
    }) => {
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
      // At the end of the page, header and tabs are visible, and the tabs do not cover the content.
      const tabs = (await bar.boundingBox())!;
      expect(tabs.y + tabs.height).toBeCloseTo(844, 0);
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
        const footer = (await page.getByRole("contentinfo").boundingBox())!;
        expect(footer.y + footer.height).toBeLessThanOrEqual(tabs.y + 2);
      }).toPass();
      expect((await page.getByRole("banner").boundingBox())!.y).toBe(0);
      if (kind !== "lecture") return;
      await bar.getByRole("link", { name: "Courses" }).tap();
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("heading", { name: "Popular Topics" })).toBeVisible();
    });
  }

  test("what gets the focus on a phone is not behind the tabs", async ({ page }) => {
    await page.goto("/");
    const tabs = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
    // As many steps as reach the second row that would be behind them.
    for (let step = 0; step < 16; step++) {
      await page.keyboard.press("Tab");
      const [name, bottom] = await page.evaluate(() => {
        const element = document.activeElement!;
        return [element.textContent, element.getBoundingClientRect().bottom] as const;
      });
      expect(bottom, `focus on ${name}`).toBeLessThanOrEqual(tabs.y);
    }
  });

  test("phone users find the playlist right beneath the player, step and complete on one row, and write a note above the tabs", async ({
    page,
  }) => {
    await page.goto(lecturePath(shortCourse.id, "2"));
    const parts = page.locator("h1, iframe, [aria-label=Lectures], aside, main dl, [aria-label=Keywords]");
    const tops = await parts.evaluateAll((elements) =>
      elements.map((element) => [
        element.getAttribute("aria-label") ?? element.localName,
        element.getBoundingClientRect().top,
      ]),
    );
    const order = ["h1", "iframe", "Lectures", "Course Playlists", "dl", "Keywords"];
    expect(tops.map(([name]) => name)).toEqual(order);
    expect(tops.toSorted(([, a], [, b]) => Number(a) - Number(b))).toEqual(tops);
    const scrollers = await page.locator("main *").evaluateAll((elements) =>
      elements.flatMap((element) => {
        const isTaller = element.scrollHeight > element.clientHeight + 1;
        const scrolls = ["auto", "scroll"].includes(getComputedStyle(element).overflowY);
        return isTaller && scrolls ? [element.outerHTML.slice(0, 100)] : [];
      }),
    );
    expect(scrollers).toEqual([]);

    const steps = page.getByRole("navigation", { name: "Lectures" });
    const row = [
      steps.getByRole("link", { name: "Previous lecture" }),
      steps.getByRole("button", { name: "Mark as complete" }),
      steps.getByRole("link", { name: "Next lecture" }),
    ];
    const boxes = await Promise.all(row.map(async (item) => (await item.boundingBox())!));
    let right = 0;
    for (const { x, y, width, height } of boxes) {
      expect(y).toBe(boxes[0]!.y);
      expect(x).toBeGreaterThan(right);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      right = x + width;
    }
    expect(right).toBeLessThanOrEqual(390);

    // On its side, the phone shows the whole player between the bars that stay in sight.
    for (const [width, height, bars] of [
      [844, 340, 0],
      [844, 390, 65],
      [700, 390, 130],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect((await page.locator("iframe").boundingBox())!.height).toBeLessThanOrEqual(height - bars);
    }

    await page.setViewportSize({ width: 390, height: 720 });
    await page.getByRole("button", { name: /^(Note at|Add a note)/ }).tap();
    const save = page.getByRole("button", { name: "Save bookmark" });
    const tabs = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
    await expect
      .poll(async () => {
        const { y, height } = (await save.boundingBox())!;
        return y + height;
      })
      .toBeLessThanOrEqual(tabs.y);
  });

  test("phone users see the lectures around the current one, and all of them on request", async ({
    page,
    request,
    catalogue,
  }) => {
    const path = lecturePath("classical-mechanics", "100");
    await page.goto(path);
    const entries = playlist(page).getByRole("listitem");
    const current = playlist(page).locator("[aria-current=true]");
    await expect(entries).toHaveCount(7);
    await expect(entries.locator("[aria-current=true]")).toHaveCount(1);
    const html = await (await request.get(path)).text();
    for (const { lecture_id } of await catalogue.lectures("Classical Mechanics"))
      expect(html).toContain(`href="${lecturePath("classical-mechanics", lecture_id)}"`);

    await current.scrollIntoViewIfNeeded();
    await playlist(page).getByText("Show all 211 lectures").tap();
    await expect(entries).toHaveCount(211);
    await expect(current).toBeInViewport();
    const fewer = playlist(page).getByText("Show fewer lectures");
    await expect(fewer).toBeInViewport({ ratio: 1 });
    await entries.nth(150).scrollIntoViewIfNeeded();
    await fewer.tap();
    await expect(entries).toHaveCount(7);
    await expect(current).toBeInViewport();

    // The page scrolls to the current lecture at this event, which comes after the lectures.
    const unfolded = playlist(page)
      .locator("details")
      .evaluate((details) => new Promise((resolve) => details.addEventListener("toggle", resolve)));
    await playlist(page).getByText("Show all 211 lectures").tap();
    await unfolded;
    await entries.nth(60).scrollIntoViewIfNeeded();
    // Away from the last tap: two at one place within half a second are a double tap.
    await entries
      .nth(60)
      .getByRole("link")
      .tap({ position: { x: 20, y: 20 } });
    await expect(page).toHaveURL(lecturePath("classical-mechanics", "61"));
    await expect(entries).toHaveCount(7);
    await page.goBack();
    await expect(entries).toHaveCount(211);
    await expect(entries.nth(60)).toBeInViewport();
    await fewer.tap();
    await expect(entries).toHaveCount(7);

    // On paper there is nothing to unfold or to press.
    await page.emulateMedia({ media: "print" });
    await expect(entries).toHaveCount(211);
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.locator("iframe, .playlist .thumbnail").filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: "screen" });

    // At both ends of the playlist there are as many entries.
    for (const end of ["1", "211"]) {
      await page.goto(lecturePath("classical-mechanics", end));
      await expect(entries).toHaveCount(7);
      await expect(current).toBeVisible();
    }
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
