import type { Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { answerUploads, bar, expect, fileField, jobWith, openImports, progress, test } from "./imports.ts";
import { toast } from "./pages.ts";

const file = { name: `${"w".repeat(120)}.csv`, mimeType: "text/csv", buffer: Buffer.from("a") };
const announcer = (page: Page) => page.getByRole("main").getByRole("status");

async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${state}, ${width} px`)
      .toBeLessThanOrEqual(width);
    await expectNoViolations(page, state);
  }
}

test("axe finds nothing, and nothing scrolls sideways, whatever is going on", async ({
  page,
  imports,
  outside,
}) => {
  outside.expect(/Failed to load resource/);
  test.setTimeout(240_000);
  await imports.addJob({
    file_name: `${"m".repeat(200)}.csv`,
    status: "failed",
    error_message: "e".repeat(300),
    processed_rows: 2_000_000_000,
    inserted_rows: 1_000_000_000,
    rejected_rows: 1_000_000_000,
    created_at: "2099-01-01T00:00:00Z",
  });
  await openImports(page);
  await page.getByText("What the file must look like").click();
  await expectAccessible(page, "idle");

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await answerUploads(page, {
    polls: [{ json: { job: jobWith({ fileName: file.name, processedRows: 900 }) } }],
  });
  await page.route("**/api/imports/upload?**", async (route) => {
    await held;
    await route.fulfill({ json: {} });
  });
  await fileField(page).setInputFiles(file);
  await expect(page.getByRole("button", { name: "Cancel" })).toBeVisible();
  await expectAccessible(page, "uploading");
  answer();
  await expect(progress(page)).toContainText("Processing: 900 of 134,000 rows (0 inserted)");
  await expectAccessible(page, "processing");

  await page.unrouteAll();
  await page.route("**/data/*.csv", () => {});
  await openImports(page);
  await page.getByRole("button", { name: "Import Master Lectern-4" }).click();
  await expect(bar(page)).toHaveAttribute("aria-valuetext", "Fetching CSV file...");
  await expectAccessible(page, "fetching a preset file");

  await openImports(page);
  await fileField(page).setInputFiles({ ...file, name: "a.txt" });
  await expect(toast(page, "Please select a CSV file")).toBeVisible();
  await expectAccessible(page, "a wrong file");
});

test("everything can be done with the keyboard, and the focus is never lost", async ({ page, imports }) => {
  await imports.addJob({ file_name: "keys.csv", status: "failed", created_at: "2099-01-01T00:00:00Z" });
  await answerUploads(page);
  await page.route("**/api/imports/upload?**", () => {});
  await openImports(page);

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Tab");
  await expect(fileField(page)).toBeFocused();
  const mark = page.getByText("Choose a CSV file");
  await expect(mark).toHaveCSS("outline-style", "solid");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(file);
  const cancel = page.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeVisible();
  await expect(progress(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Upload cancelled")).toBeVisible();
  await expect(progress(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(fileField(page)).toBeFocused();

  await page.keyboard.press("Tab");
  await expect(page.getByText("What the file must look like")).toBeFocused();
  for (let number = 4; number <= 16; number++) {
    await page.keyboard.press("Tab");
    await expect(
      page.getByRole("button", { name: `Import Master Lectern-${number}`, exact: true }),
    ).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Retry keys.csv" })).toBeFocused();
});

test("a screen reader hears every stage, and of a long one every quarter", async ({ page }) => {
  const rows = [1000, 20_000, 33_500, 40_000, 66_000, 67_000, 90_000, 133_999];
  const polls = rows.map((processedRows) => ({ json: { job: jobWith({ processedRows }) } }));
  const done = jobWith({ status: "completed", processedRows: 134_000, insertedRows: 134_000 });
  await answerUploads(page, { polls: [...polls, { json: { job: done } }] });
  await page.clock.install();
  await openImports(page);
  await announcer(page).evaluate((element) => {
    const heard: string[] = [];
    new MutationObserver(() => heard.push(element.textContent ?? "")).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { heard });
  });
  await fileField(page).setInputFiles(file);
  for (const processed of rows) {
    await expect(progress(page)).toContainText(`Processing: ${processed.toLocaleString("en-US")} of`);
    await page.clock.runFor(2000);
  }
  await expect(progress(page)).toContainText("Import complete!");
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  expect(heard.filter((text, index) => text !== heard[index - 1])).toEqual([
    "Uploading file... 0%",
    ...heard.filter((text) => text === "Uploading file... 100%").slice(0, 1),
    "Creating import job...",
    "Starting import...",
    "Processing in background...",
    "Processing 0%",
    "Processing 25%",
    "Processing 50%",
    "Processing 75%",
    "Import complete!",
  ]);
});
