import type { Locator } from "@playwright/test";
import { share } from "../long-form.ts";
import { expect, test } from "./fixtures.ts";
import { recordShifts } from "./layout-shifts.ts";
import type { Outside, PictureAnswer } from "./outside.ts";
import { coursePath, listPages, playlist, poster, subjectPath } from "./pages.ts";

// A picture that another test has cached is not requested.
test.use({ hasNewContexts: true });

const sizes = ["hqdefault", "maxresdefault", "mqdefault", "default"];

/** Expects the picture to have reached the right size, after requests for all sizes before it and no others. */
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

/** Expects the icon beneath a picture to be visible. */
async function expectPlaceholder(image: Locator) {
  const icon = await image.locator("xpath=..").evaluate((box) => {
    const { maskImage, width } = getComputedStyle(box, "::before");
    return { isDrawn: maskImage.includes("svg"), width: Number.parseFloat(width) };
  });
  expect(icon.isDrawn).toBe(true);
  expect(icon.width).toBeGreaterThan(8);
}

const chains: Record<string, PictureAnswer[]> = {
  "the first size is enough": ["picture"],
  "the second": ["failure", "picture"],
  "the third, after a grey one": ["grey", "failure", "picture"],
  "the last, which is small anyway": ["grey", "grey", "grey", "grey"],
  "none: the placeholder": ["failure", "failure", "grey", "failure"],
};

test("a card, a playlist entry and the poster try one size after the other", { tag: "@long" }, async ({
  page,
  catalogue,
  outside,
}) => {
  // Courses whose card, playlist entry and poster show pictures of different videos, so that their
  // requests can be told apart.
  const subject = "E2E pictures";
  const courses = Object.entries(chains).map(([title, answers], index) => {
    const idOf = (part: string) => part.repeat(10) + index;
    return { name: `E2E ${title}`, answers, card: idOf("C"), entry: idOf("E"), poster: idOf("P") };
  });
  const videoOf = (id: string) => `https://www.youtube.com/embed/${id}`;
  await catalogue.add(
    ...courses.map(({ name, card, poster }) => ({
      course_name: name,
      subject,
      lecture_name: `${name} 1`,
      image: `https://i.ytimg.com/vi/${card}/hqdefault.jpg`,
      youtube: videoOf(poster),
    })),
    // The entries are all of the last course.
    ...courses.map(({ name, entry }, index) => ({
      course_name: courses.at(-1)!.name,
      subject,
      lecture_name: `${name} 2`,
      lecture_number: index + 2,
      youtube: videoOf(entry),
    })),
  );
  await catalogue.expirePages();
  outside.expect(/Failed to load resource.*i\.ytimg\.com/);
  outside.picture = (id, size) => courses[Number(id.at(-1))]?.answers[sizes.indexOf(size)] ?? "picture";
  const expectAnswered = async (image: Locator, id: string, answers: PictureAnswer[]) => {
    await expectPicture(image, outside, id, answers);
    if (answers.at(-1) === "failure") await expectPlaceholder(image);
  };

  await page.goto(subjectPath(subject));
  for (const { name, card, answers } of courses) {
    const cardImage = page.locator("main article").filter({ hasText: name }).locator("img");
    await test.step(`card: ${name}`, () => expectAnswered(cardImage, card, answers));
  }
  for (const { name, poster: posterId, answers } of share(courses, 2)) {
    await test.step(`poster: ${name}`, async () => {
      await page.goto(coursePath(name));
      await expectPicture(poster(page).locator("img"), outside, posterId, answers);
    });
  }
  for (const [index, { name, entry, answers }] of courses.entries()) {
    const entryImage = playlist(page)
      .getByRole("listitem")
      .nth(index + 1)
      .locator("img");
    await test.step(`playlist: ${name}`, () => expectAnswered(entryImage, entry, answers));
  }
  // No picture is requested again.
  const asked = outside.requests.length;
  await outside.settle(page);
  expect(outside.requests).toHaveLength(asked);
});

for (const kind of share(["home", "subject", "course", "search, results"] as const, 4, 2)) {
  test(`nothing shifts while pictures load: ${kind}`, async ({ page, catalogue, outside }) => {
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const { promise: sentAgain, resolve: sendAgain } = Promise.withResolvers<void>();
    outside.expect(/Failed to load resource.*i\.ytimg\.com/);
    outside.picture = async (_id, size) => {
      await sent;
      if (size === "hqdefault") return "failure";
      await sentAgain;
      return "picture";
    };
    const shifts = await recordShifts(page);
    const { path } = (await listPages(catalogue))[kind];
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    send();
    const inView = page.locator("main img[loading=eager], main section img, main li img").first();
    await inView.scrollIntoViewIfNeeded();
    // The browser's own picture for one that failed is never seen.
    await expect(inView).toBeHidden();
    sendAgain();
    await expect(inView).toBeVisible();
    await expect(inView).toHaveJSProperty("naturalWidth", 480);
    await outside.settle(page);
    expect(await shifts()).toEqual([]);
  });
}
