import type { Page } from "@playwright/test";
import { share } from "../long-form.ts";
import { jobWith } from "../sample-import-job.ts";
import { expectAccessible } from "./axe.ts";
import {
  answerUploads,
  bar,
  expect,
  fileField,
  holdUploads,
  openImports,
  progress,
  test,
} from "./imports.ts";
import { toast } from "./pages.ts";

const file = { name: `${"w".repeat(120)}.csv`, mimeType: "text/csv", buffer: Buffer.from("a") };
/** The announcer of the import; the list of waiting files has its own announcer before it. */
const announcer = (page: Page) => page.getByRole("main").getByRole("status").last();

/** The states of the page, and how to reach each of them. */
const states: Record<string, (page: Page) => Promise<void>> = {
  "idle, after a wrong file": async (page) => {
    await openImports(page);
    await page.getByText("What the file must look like").click();
    await fileField(page).setInputFiles({ ...file, name: "a.txt" });
    await expect(toast(page, "Please select a CSV file")).toBeVisible();
  },
  uploading: async (page) => {
    await answerUploads(page);
    await holdUploads(page);
    await openImports(page);
    await fileField(page).setInputFiles(file);
    await expect(page.getByRole("button", { name: "Cancel" })).toBeVisible();
  },
  processing: async (page) => {
    const job = jobWith({ fileName: file.name, processedRows: 900 });
    await answerUploads(page, { polls: [{ json: { job } }] });
    await openImports(page);
    await fileField(page).setInputFiles(file);
    await expect(progress(page)).toContainText("Processing: 900 of 134,000 rows (0 inserted)");
  },
  "fetching a preset file": async (page) => {
    await page.route("**/data/*.csv", () => {});
    await openImports(page);
    await page.getByRole("button", { name: "Import Master Lectern-4" }).click();
    await expect(bar(page)).toHaveAttribute("aria-valuetext", "Fetching CSV file...");
  },
};

for (const [state, reach] of share(Object.entries(states), 2)) {
  test(`axe finds nothing, and nothing scrolls sideways: ${state}`, async ({ page, imports }) => {
    await imports.addJob({
      file_name: `${"m".repeat(200)}.csv`,
      status: "failed",
      error_message: "e".repeat(300),
      processed_rows: 2_000_000_000,
      inserted_rows: 1_000_000_000,
      rejected_rows: 1_000_000_000,
      created_at: "2099-01-01T00:00:00Z",
    });
    await reach(page);
    await expectAccessible(page, state);
  });
}

test("administrators can import with the keyboard alone and never lose the focus", async ({
  page,
  imports,
}) => {
  // A date after the jobs of other tests that run at the same time, so that this job comes first.
  await imports.addJob({ file_name: "keys.csv", status: "failed", created_at: "2100-01-01T00:00:00Z" });
  await answerUploads(page);
  await holdUploads(page);
  // The wait must start now: a file chooser that opens before it starts is missed.
  const chooserOpens = page.waitForEvent("filechooser");
  await openImports(page);

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Check a file first" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(fileField(page)).toBeFocused();
  const mark = page.getByText("Choose a CSV file");
  await expect(mark).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Enter");
  await (await chooserOpens).setFiles(file);
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
  for (const name of ["Download a template", "Download the catalogue"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name })).toBeFocused();
  }
  for (let number = 4; number <= 16; number++) {
    await page.keyboard.press("Tab");
    await expect(
      page.getByRole("button", { name: `Import Master Lectern-${number}`, exact: true }),
    ).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "keys.csv", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Retry keys.csv" })).toBeFocused();
});

test("screen readers announce every stage of an import, and every quarter of a long one", async ({
  page,
}) => {
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
