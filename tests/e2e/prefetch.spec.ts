import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { holdRequests, listPages } from "./pages.ts";

/** Makes pages see the given server response time. */
const takeTime = (page: Page, milliseconds: number) =>
  page.addInitScript((responseStart) => {
    const timing = [{ requestStart: 0, responseStart }] as PerformanceNavigationTiming[];
    performance.getEntriesByType = () => timing;
  }, milliseconds);

test("pointing at a link fetches its page once", async ({ page, catalogue }) => {
  const { home, subject } = await listPages(catalogue);
  await takeTime(page, 10);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("_rsc=")) asked.push(new URL(request.url()).pathname);
  });
  await page.goto(home.path);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);

  const link = page.locator(`main a[href="${subject.path}"]`).first();
  const answered = page.waitForResponse(async (answer) => {
    return answer.url().includes(`${subject.path}?_rsc=`) && (await answer.text()).includes("available");
  });
  await link.hover();
  await answered;
  await page.waitForLoadState("networkidle");
  const before = asked.length;
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ Courses$/);
  // The pointer may now be over a link of the new page, which may be prefetched in turn.
  expect(asked.slice(before).filter((path) => path === new URL(subject.path, page.url()).pathname)).toEqual(
    [],
  );
});

test("a link of a slow server is fetched once, when it is clicked, and a skeleton stands for its page", {
  tag: "@long",
}, async ({ page, catalogue }) => {
  const { home, subject, course } = await listPages(catalogue);
  await takeTime(page, 1_000);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("_rsc=")) asked.push(new URL(request.url()).pathname);
  });
  await page.goto(home.path);
  await page.waitForLoadState("networkidle");
  for (const { path, loading, heading } of [
    { path: subject.path, loading: "Loading courses", heading: / Courses$/ },
    { path: course.path, loading: "Loading the course", heading: /./ },
  ]) {
    asked.length = 0;
    const answer = await holdRequests(page, /_rsc=/);
    await page.evaluate(() => scrollTo(0, 700));
    // A press would scroll to the link.
    await page.locator(`main a[href="${path}"]`).first().dispatchEvent("click");
    await expect(page.getByText(loading).locator("..")).toBeInViewport();
    await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
    answer();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.getByText(loading)).toHaveCount(0);
    expect(asked).toEqual([new URL(path, page.url()).pathname]);
  }
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
});
