import { expect, test } from "./fixtures.ts";
import { listPages } from "./pages.ts";

test("pointing at a link fetches its page once", async ({ page, catalogue }) => {
  const { home, subject } = await listPages(catalogue);
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
  // The pointer now rests on something of the new page, which may be fetched in turn.
  expect(asked.slice(before).filter((path) => path === new URL(subject.path, page.url()).pathname)).toEqual(
    [],
  );
});
