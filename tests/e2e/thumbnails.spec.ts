import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import type { Outside, PictureAnswer } from "./outside.ts";
import { coursePath, listPages, playlist, poster, subjectPath } from "./pages.ts";

// A course whose card, playlist entry and poster show pictures of different videos, so that each
// one's requests can be told from the others'.
const [courseName, subject] = ["E2E thumbnails", "E2E pictures"];
const ids = { card: "CCCCCCCCCCC", entry: "EEEEEEEEEEE", poster: "PPPPPPPPPPP" };
const sizes = ["hqdefault", "maxresdefault", "mqdefault", "default"];

const address = { card: subjectPath(subject), course: coursePath(courseName) };

/** The picture came to the right one of its sizes, by way of all before it and no others. */
async function expectPicture(image: Locator, outside: Outside, id: string, answers: PictureAnswer[]) {
  const found = answers.findIndex(
    (answer, index) => answer === "picture" || (answer === "grey" && index === 3),
  );
  const last = found === -1 ? sizes.length - 1 : found;
  await expect.poll(() => outside.picturesOf(id)).toEqual(sizes.slice(0, last + 1));
  await expect(image).toHaveAttribute("src", `https://i.ytimg.com/vi/${id}/${sizes[last]}.jpg`);
  await expect(image).toBeVisible({ visible: found !== -1 });
  if (found !== -1)
    await expect(image).toHaveJSProperty("naturalWidth", answers[found] === "grey" ? 120 : 480);
}

/** The icon that lies beneath a picture is there to be seen. */
async function expectPlaceholder(image: Locator) {
  const icon = await image.locator("xpath=..").evaluate((box) => {
    const { maskImage, width } = getComputedStyle(box, "::before");
    return { isDrawn: maskImage.includes("svg"), width: Number.parseFloat(width) };
  });
  expect(icon.isDrawn).toBe(true);
  expect(icon.width).toBeGreaterThan(8);
}

test.describe("the fallback chain, for a card, a playlist entry and the poster", () => {
  test.beforeEach(async ({ catalogue }) => {
    const course = { course_name: courseName, subject };
    const pictureOf = (id: string) => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
    const videoOf = (id: string) => `https://www.youtube.com/embed/${id}`;
    await catalogue.add(
      { ...course, lecture_name: "E2E 1", image: pictureOf(ids.card), youtube: videoOf(ids.poster) },
      { ...course, lecture_name: "E2E 2", lecture_number: 2, youtube: videoOf(ids.entry) },
    );
    await catalogue.revalidate();
  });

  const cases: [string, PictureAnswer[]][] = [
    ["the first size is enough", ["picture"]],
    ["the second", ["failure", "picture"]],
    ["the third, after a grey one", ["grey", "failure", "picture"]],
    ["the last, which is small anyway", ["grey", "grey", "grey", "grey"]],
    ["none: the placeholder", ["failure", "failure", "grey", "failure"]],
  ];
  for (const [title, answers] of cases) {
    test(title, async ({ page, outside }) => {
      outside.expect(/Failed to load resource.*i\.ytimg\.com/);
      outside.picture = (_id, size) => answers[sizes.indexOf(size)] ?? "picture";
      await page.goto(address.card);
      const card = page.locator("main article img");
      await expectPicture(card, outside, ids.card, answers);
      if (answers.at(-1) === "failure") await expectPlaceholder(card);
      await page.goto(address.course);
      const entry = playlist(page).getByRole("listitem").nth(1).locator("img");
      await expectPicture(entry, outside, ids.entry, answers);
      if (answers.at(-1) === "failure") await expectPlaceholder(entry);
      await expectPicture(poster(page).locator("img"), outside, ids.poster, answers);
      // Nothing is asked for again.
      const asked = outside.picturesOf(ids.poster).length + outside.picturesOf(ids.entry).length;
      await outside.settle(page);
      expect(outside.picturesOf(ids.poster).length + outside.picturesOf(ids.entry).length).toBe(asked);
    });
  }
});

for (const kind of ["home", "subject", "course", "search, results"] as const) {
  test(`nothing shifts while pictures load: ${kind}`, async ({ page, catalogue, outside }) => {
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    outside.expect(/Failed to load resource.*i\.ytimg\.com/);
    outside.picture = async (_id, size) => {
      await sent;
      return size === "hqdefault" ? "failure" : "picture";
    };
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          sources: { node: Node | null }[];
        })[]) {
          const nodes = entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 120));
          if (entry.value > 0) shifts.push(`${entry.value}: ${nodes.join(" | ")}`);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    const { path } = (await listPages(catalogue))[kind];
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    send();
    const inView = page.locator("main img[loading=eager], main section img, main li img").first();
    await inView.scrollIntoViewIfNeeded();
    await expect(inView).toHaveJSProperty("naturalWidth", 480);
    await outside.settle(page);
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });
}
