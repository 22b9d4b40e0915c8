import { share } from "../long-form.ts";
import { expect, test } from "./fixtures.ts";
import { listPages, toasts } from "./pages.ts";

declare global {
  interface Window {
    shared?: ShareData;
  }
}

for (const kind of share(["course", "lecture"] as const, 2)) {
  test(`Share Now copies the link, and says so: ${kind}`, async ({ page, context, catalogue }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await page.goto((await listPages(catalogue))[kind].path);
    await page.getByRole("button", { name: "Share Now" }).click();
    await expect(page.getByText("Link copied to clipboard")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });
}

test("Share Now opens the share sheet where there is one, and once for two presses", async ({
  page,
  catalogue,
}) => {
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      if (window.shared) throw new DOMException("a sheet is open", "InvalidStateError");
      window.shared = data;
    };
  });
  await page.goto((await listPages(catalogue)).course.path);
  await page.getByRole("button", { name: "Share Now" }).dblclick();
  await expect.poll(() => page.evaluate(() => window.shared?.url)).toBe(page.url());
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  expect(await page.evaluate(() => window.shared?.title)).toBe(heading);
  // A toast of the share would be visible by the time the next toast appears.
  await page.getByRole("button", { name: "Add to Favorites" }).click();
  await expect(toasts(page)).toHaveText(["Favorites are coming soon"]);
});

test("closing the share sheet copies nothing", { tag: "@long" }, async ({ page, context, catalogue }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      window.shared = data;
      throw new DOMException("closed", "AbortError");
    };
  });
  await page.goto((await listPages(catalogue)).course.path);
  await page.evaluate(() => navigator.clipboard.writeText("before"));
  await page.getByRole("button", { name: "Share Now" }).click();
  await expect.poll(() => page.evaluate(() => window.shared?.url)).toBe(page.url());
  // A toast of the share would be visible by the time the next toast appears.
  await page.getByRole("button", { name: "Add to Favorites" }).click();
  await expect(toasts(page)).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("before");
});

test("visitors are told when a link could not be copied", async ({ page, catalogue }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, { share: undefined });
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await page.goto((await listPages(catalogue)).course.path);
  await page.getByRole("button", { name: "Share Now" }).click();
  await expect(page.getByText("Failed to copy the link")).toBeVisible();
});
