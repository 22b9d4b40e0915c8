import { buffer } from "node:stream/consumers";
import type { Locator, Page } from "@playwright/test";
import { bytesOf, readRows } from "../unit/csv/support.ts";
import { post, signInAsAdmin } from "./accounts.ts";
import { count } from "./admin-tables.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test.beforeEach(async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL!, sql);
});

async function download(page: Page, link: Locator) {
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}
const rowsOf = async (bytes: Uint8Array) => (await readRows(bytesOf(bytes))).length - 1;

test("administrators download what the list shows, and import it as what is there", async ({
  page,
  baseURL,
  sql,
}) => {
  const [{ total } = { total: 0 }] = await sql`select count(*)::int as total from lectures`;
  const link = (name: string) => page.getByRole("main").getByRole("link", { name });
  await page.goto("/admin-console/lectures");
  await expect(page.getByRole("main")).toContainText(`${count(total)} rows.`);
  await page.getByRole("searchbox").fill("classical mechanics");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(" of ");
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const matches = Number(/\((\d+) of/.exec(title ?? "")?.[1]);
  await expect(page.getByRole("main")).toContainText(`${matches} rows.`);
  await expectNoViolations(page, "downloads of lectures");

  const forSpreadsheets = await download(page, link("Download for spreadsheets"));
  expect(forSpreadsheets.name).toBe("lectures-found.csv");
  expect(forSpreadsheets.bytes.subarray(0, 3).toString()).toBe("\uFEFF");
  const exact = await download(page, link("Download exact"));
  expect(exact.name).toBe("lectures-found-exact.csv");
  for (const { bytes } of [forSpreadsheets, exact]) {
    expect(await rowsOf(bytes)).toBe(matches);
    const csvContent = bytes.toString();
    const imported = await post(page.request, baseURL!, "/api/import-csv", { csvContent, fileName: "a.csv" });
    expect(await imported.json()).toMatchObject({ totalRows: matches, rowsUnchanged: matches });
  }

  await page.goto("/admin-console/import");
  const template = await download(page, link("Download a template"));
  expect([template.name, await rowsOf(template.bytes)]).toEqual(["lectures-template.csv", 2]);
  // A download of the whole catalogue would take the browser long.
  const catalogue = await page.request.get((await link("Download the catalogue").getAttribute("href"))!);
  expect(catalogue.headers()["content-disposition"]).toMatch(/^attachment; filename="lectures\.csv"/);
  expect(await rowsOf(await catalogue.body())).toBe(total);
});

test("a download that breaks does not look whole", async ({ page, baseURL, sql }) => {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const response = await fetch(`${baseURL}/api/lectures/export?for=exact`, { headers: { cookie } });
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  const right = "execute on function admin_export_lectures(text, text, integer, bigint, integer)";
  await sql.unsafe(`revoke ${right} from authenticated`);
  try {
    const readOn = async () => {
      while (!(await reader.read()).done);
    };
    await expect(readOn()).rejects.toThrow("terminated");
  } finally {
    await sql.unsafe(`grant ${right} to authenticated`);
  }
});
