import type { Locator, Page } from "@playwright/test";
import { isLongForm, share } from "../long-form.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { holdRequests, searchPath, texts } from "./pages.ts";

/** Longer than the debounce of typing, in ms. */
const PAUSE = 200;
/** Longer than the pause before the page announces the results, in ms. */
const SILENCE = 1200;

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const resultsFor = (query: string) => `Search results for: ${query}`;
const headerField = (page: Page) => page.getByRole("banner").getByRole("searchbox");

/** Records the texts that are searched from now on, in order; `hold` delays the responses for a text. */
async function watchSearches(page: Page) {
  const asked: string[] = [];
  const held = new Map<string, PromiseWithResolvers<void>>();
  await page.route("**/search?q=**", async (route) => {
    const query = new URL(route.request().url()).searchParams.get("q") ?? "";
    asked.push(query);
    await held.get(query)?.promise;
    await route.continue().catch(() => {});
  });
  return {
    asked,
    hold: (query: string) => held.set(query, Promise.withResolvers<void>()),
    release: (query: string) => held.get(query)?.resolve(),
  };
}

/** Opens a page with a clock that only the test advances. */
async function openStill(page: Page, path: string) {
  await page.clock.install();
  await page.goto(path);
  // A hydrated field has React's properties.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("input[name=q]")].every((field) =>
      Object.keys(field).some((key) => key.startsWith("__reactProps")),
    ),
  );
  await page.clock.pauseAt(Date.now() + 60_000);
}

async function typeAt(field: Locator, text: string) {
  await field.focus();
  await field.press("End");
  await field.pressSequentially(text);
}

const devices = [
  { device: "desktop", viewport: { width: 1280, height: 900 }, fieldOf: headerField },
  {
    device: "phone",
    viewport: { width: 390, height: 844 },
    fieldOf: (page: Page) => page.getByRole("main").getByRole("searchbox"),
  },
];
for (const { device, viewport, fieldOf } of share(devices, 2)) {
  test.describe(device, () => {
    test.use({ viewport });

    test("typing twenty letters searches once, changes the address and keeps the focus", async ({ page }) => {
      await openStill(page, searchPath("gravity"));
      const { asked } = await watchSearches(page);
      const field = fieldOf(page);
      await field.fill("");
      const text = "differential equatio";
      await typeAt(field, text);
      expect(asked).toEqual([]);
      await page.clock.runFor(PAUSE);
      await expect(heading(page)).toHaveText(resultsFor(text));
      await expect(page).toHaveURL(searchPath(text));
      expect(asked).toEqual([text]);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(text);
      // Further typing goes into the same field.
      await page.keyboard.type("ns");
      await page.clock.runFor(PAUSE);
      await expect(heading(page)).toHaveText(resultsFor(`${text}ns`));
      expect(asked).toEqual([text, `${text}ns`]);
      await expect(page.locator("main article").first()).toBeVisible();
      await page.clock.resume();
      await expect(page).toHaveTitle(new RegExp(`^Search: ${text}ns`));
    });

    test("typing fewer than two characters searches nothing", async ({ page }) => {
      await openStill(page, searchPath("gravity"));
      const { asked } = await watchSearches(page);
      const field = fieldOf(page);
      for (const text of ["g", " é ", ""]) {
        await field.fill(text);
        await page.clock.runFor(PAUSE);
        await expect(heading(page)).toHaveText("Start your search");
        await expect(page.getByText("Type at least two characters to search")).toBeVisible();
        await expect(page.locator("main article").first()).toBeHidden();
        await expect(field).toHaveValue(text);
      }
      await page.clock.resume();
      await expectNoViolations(page, "too short a text");
      await field.fill("entropy");
      await expect(heading(page)).toHaveText(resultsFor("entropy"));
      expect(asked).toEqual(["entropy"]);
      // Axe looks at results elsewhere as well.
      if (isLongForm) await expectNoViolations(page, "typed results");
    });
  });
}

test("the page sends one search at a time and leaves what is typed meanwhile alone", {
  tag: "@long",
}, async ({ page }) => {
  await openStill(page, "/search");
  const searches = await watchSearches(page);
  searches.hold("grav");
  const field = headerField(page);
  await typeAt(field, "grav");
  await page.clock.runFor(PAUSE);
  await expect.poll(() => searches.asked).toEqual(["grav"]);
  for (const letter of "ity ") {
    await typeAt(field, letter);
    await page.clock.runFor(PAUSE);
  }
  await typeAt(field, "w");
  expect(searches.asked).toEqual(["grav"]);
  searches.release("grav");
  await expect(heading(page)).toHaveText(resultsFor("grav"));
  await expect(field).toHaveValue("gravity w");
  await page.clock.runFor(PAUSE);
  await expect(heading(page)).toHaveText(resultsFor("gravity w"));
  expect(searches.asked).toEqual(["grav", "gravity w"]);
});

test("Enter searches at once, and a late answer to an older search is dropped", async ({ page }) => {
  await openStill(page, "/search");
  const searches = await watchSearches(page);
  searches.hold("gravity");
  const field = headerField(page);
  await field.fill("gravity");
  await page.clock.runFor(PAUSE);
  await expect.poll(() => searches.asked).toEqual(["gravity"]);
  await field.fill("entropy");
  await field.press("Enter");
  await expect(heading(page)).toHaveText(resultsFor("entropy"));
  // The heading comes before the request.
  await expect.poll(() => searches.asked).toEqual(["gravity", "entropy"]);
  const late = page.waitForResponse((response) => response.url().includes("q=gravity"));
  searches.release("gravity");
  await late;
  await page.clock.runFor(SILENCE);
  await expect(heading(page)).toHaveText(resultsFor("entropy"));
  await expect(page).toHaveURL(searchPath("entropy"));
  await expect(field).toHaveValue("entropy");
  // Pressing Enter again sends no further request.
  await field.press("Enter");
  await page.clock.runFor(PAUSE);
  expect(searches.asked).toEqual(["gravity", "entropy"]);
});

test("typing a search adds one entry to the history", { tag: "@long" }, async ({ page }) => {
  await openStill(page, "/courses/Physics");
  const field = headerField(page);
  await field.fill("gravity");
  await field.press("Enter");
  await expect(page.getByText(/^About /)).toBeVisible();
  for (const text of ["quantum", "quantum me", "quantum mechanics"]) {
    await field.fill(text);
    await page.clock.runFor(PAUSE);
    await expect(heading(page)).toHaveText(resultsFor(text));
  }
  const titles = await texts(page.locator("main article h2"));
  await page.locator("main article h2 a").first().click();
  await expect(heading(page)).not.toContainText("Search results");
  await page.goBack();
  await expect(heading(page)).toHaveText(resultsFor("quantum mechanics"));
  await expect(field).toHaveValue("quantum mechanics");
  expect(await texts(page.locator("main article h2"))).toEqual(titles);
  await field.focus();
  await page.goBack();
  await expect(heading(page)).toHaveText(resultsFor("gravity"));
  await expect(field).toHaveValue("gravity");
  await page.goBack();
  await expect(page).toHaveURL("/courses/Physics");
  await expect(field).toHaveValue("");
  await page.goForward();
  await page.goForward();
  await expect(heading(page)).toHaveText(resultsFor("quantum mechanics"));
  await expect(field).toHaveValue("quantum mechanics");
});

test("text that was typed without a network is searched once there is one", { tag: "@long" }, async ({
  page,
  context,
  outside,
}) => {
  outside.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(searchPath("linear"));
  await expect(heading(page)).toHaveText(resultsFor("linear"));
  await context.setOffline(true);
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("q=physics"));
  await headerField(page).fill("physics");
  await failed;
  await context.setOffline(false);
  await expect(heading(page)).toHaveText(resultsFor("physics"));
  await expect(page).toHaveURL(searchPath("physics"));
});

test("the header search of other pages searches only when it is submitted", async ({ page }) => {
  await openStill(page, "/courses/Physics");
  const { asked } = await watchSearches(page);
  await typeAt(headerField(page), "gravity");
  await page.clock.runFor(SILENCE);
  await headerField(page).press("Enter");
  await expect(page).toHaveURL(searchPath("gravity"));
  await expect(heading(page)).toHaveText(resultsFor("gravity"));
  expect(asked).toEqual(["gravity"]);
  await page.goBack();
  await expect(page).toHaveURL("/courses/Physics");
});

test("users who open a result while a search is pending stay on the result", { tag: "@long" }, async ({
  page,
}) => {
  await openStill(page, searchPath("gravity"));
  const { asked } = await watchSearches(page);
  await typeAt(headerField(page), " waves");
  await page.locator("main article h2 a").first().click();
  await expect(page).toHaveURL(/\/course\//);
  await page.clock.runFor(SILENCE);
  await expect(heading(page)).not.toContainText("Search results");
  await expect(page).toHaveURL(/\/course\//);
  expect(asked).toEqual([]);
});

test("text in an input method is searched only when it is composed", { tag: "@long" }, async ({ page }) => {
  await openStill(page, searchPath("gravity"));
  const { asked } = await watchSearches(page);
  const field = headerField(page);
  await field.fill("");
  const browser = await page.context().newCDPSession(page);
  for (const text of ["e", "en", "ent", "entr"]) {
    await browser.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
    await page.clock.runFor(PAUSE);
  }
  await expect(field).toHaveValue("entr");
  await browser.send("Input.insertText", { text: "entropy" });
  await page.clock.runFor(PAUSE);
  await expect(heading(page)).toHaveText(resultsFor("entropy"));
  expect(asked).toEqual(["entropy"]);
});

test("screen readers hear the number of results once typing has ended", async ({ page }) => {
  await openStill(page, "/search");
  const spoken = page.getByRole("main").getByRole("status");
  const field = headerField(page);
  for (const text of ["quantum", "quantum m", "quantum mech"]) {
    await field.fill(text);
    await page.clock.runFor(PAUSE);
    await expect(heading(page)).toHaveText(resultsFor(text));
    await page.clock.runFor(PAUSE);
    await expect(spoken).toHaveText("");
  }
  await page.clock.runFor(SILENCE);
  await expect(spoken).toHaveText(/^About \d+ results? \(\d+ courses?\)$/);
  await field.fill("zzqqxx");
  await page.clock.runFor(PAUSE);
  await expect(heading(page)).toHaveText(resultsFor("zzqqxx"));
  await page.clock.runFor(SILENCE);
  await expect(spoken).toHaveText("No results found");
});

test("text typed before the scripts have loaded is kept and searched", async ({ page }) => {
  const run = await holdRequests(page, "**/_next/static/chunks/*.js");
  await page.goto(searchPath("gravity"), { waitUntil: "commit" });
  await headerField(page).fill("entropy");
  run();
  await expect(heading(page)).toHaveText(resultsFor("entropy"));
  await expect(headerField(page)).toHaveValue("entropy");
});
