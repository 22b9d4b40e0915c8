import { readFile, rm, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { xlsxOf } from "../unit/csv/xlsx.ts";
import { expectAccessible } from "./axe.ts";
import { expect, historyRow, importPage, openImports, test } from "./imports.ts";
import { holdRequests, toast } from "./pages.ts";

const checkPage = "/admin-console/import/check";

const columnsOf = (last: string) => ["Course", "No.", "Title", "Web", "Tags", last];
/** A file as an office program writes it: a title above the header, semicolons, and other column names. */
const officeFile = (course: string, rows: string[][], { name = "office.csv", last = "Owner" } = {}) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(
    [["Our lectures"], [], columnsOf(last), ...rows.map((cells) => [course, ...cells])]
      .map((cells) => cells.join(";"))
      .join("\r\n"),
  ),
});

const video = "https://youtu.be/aB3-_xYz019";

async function choose(page: Page, file: ReturnType<typeof officeFile> | string) {
  const field = page.getByLabel("Choose a CSV or Excel file");
  await expect(field).toBeEnabled();
  await field.setInputFiles(file);
}

const chosenField = (page: Page, column: string) =>
  page.getByRole("combobox", { name: `Field of the column ${column}` });

async function chooseField(page: Page, column: string, field: string) {
  await chosenField(page, column).click();
  await page.getByRole("option", { name: field, exact: true }).click();
}

test("a file is checked, imported as the check said, and taken back", async ({ page, imports, sql }) => {
  const { course } = imports;
  await openImports(page);
  await page.getByRole("link", { name: "Check a file first" }).click();
  await expect(page).toHaveURL(checkPage);

  await choose(page, officeFile(course, [["1", "One", video, "a", "me"]]));
  await expect(page.getByText("separated by semicolons; row 3 names the columns")).toBeVisible();
  await expect(page.getByText("No column is chosen for youtube.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check this file" })).toBeDisabled();
  await expect(chosenField(page, "Course")).toHaveText("Course Name");
  await expect(chosenField(page, "Tags")).toHaveText("Keywords");
  await expect(chosenField(page, "Owner")).toHaveText("Don’t import");
  await chooseField(page, "Web", "youtube");
  await expectAccessible(page, "columns");
  // The choices are there again when the page was left by a slip.
  await page.getByRole("link", { name: "All imports" }).click();
  await expect(page).toHaveURL(importPage);
  await page.goBack();
  await expect(chosenField(page, "Web")).toHaveText("youtube");
  await page.getByRole("button", { name: "Check this file" }).click();
  await expect(page.getByText("1 new · 0 changed · 0 unchanged · 0 rejected")).toBeVisible();
  expect(await imports.count()).toBe(0);
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByText("1 of 1 row went in.")).toBeVisible();
  expect(await imports.count()).toBe(1);

  // The choices for this header are remembered the next time, also to find the sheet that is meant.
  await page.goto(checkPage);
  await choose(page, {
    name: "office.xlsx",
    mimeType: "",
    buffer: Buffer.from(
      xlsxOf([
        {
          name: "This year",
          rows: [columnsOf("Owner"), [course, 1, "One", "Watch", "a", "me"]],
          links: { C2: "https://youtu.be/of-the-name", D2: video },
        },
        {
          name: "Archive",
          rows: [
            ["Course Name", "Lecture Number", "lecture name", "youtube"],
            ["Old", 1, "One", video],
          ],
        },
      ]),
    ),
  });
  await expect(page.getByRole("combobox", { name: "Sheet" })).toHaveText("This year");
  await expect(page.getByText("Only this sheet is read, not the other one.")).toBeVisible();
  await expect(chosenField(page, "Web")).toHaveText("youtube");
  await expect(page.getByRole("listitem").filter({ hasText: "Web" })).toContainText(video);
  await page.goto(checkPage);
  const rows = [
    ["1", "One", video, "a, b", "me"],
    ["2", "Two", video, "Universit?t", "me"],
    ["x", "", "https://vimeo.com/1", "", "me"],
    ["3", "Three", "", "", "1", "234"],
  ];
  await choose(page, officeFile(course, rows));
  await expect(chosenField(page, "Web")).toHaveText("youtube");
  const report = /\/admin-console\/import\/[\da-f-]{36}\?_rsc/;
  const showReport = await holdRequests(page, report);
  const asked = page.waitForRequest(report);
  await page.getByRole("button", { name: "Check this file" }).click();
  await asked;
  // Until the report is there, nothing can be pressed for a second check.
  await expect(page.getByRole("button", { name: "Check this file" })).toBeHidden();
  showReport();
  await expect(page.getByText("1 new · 1 changed · 0 unchanged · 2 rejected")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "a, b" })).toHaveText(/before: a.*after: a, b/);
  await expect(page.getByRole("row", { name: /lecture name.*required/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /youtube.*not a YouTube address/ })).toBeVisible();
  const warning = "1 cell has a question mark where a letter may have been: “Universit?t” (row 5, Keywords).";
  await expect(page.getByRole("listitem").filter({ hasText: warning })).toBeVisible();
  await expectAccessible(page, "a check's report");
  const checked = page.url();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByText("2 of 4 rows went in.")).toBeVisible();
  await page.goto(checked);
  await expect(page.getByText("This is how it was before the import.")).toBeVisible();
  await page.getByRole("link", { name: "See its import" }).click();
  await expect(page.getByText("not imported: “Owner”")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: warning })).toBeVisible();
  await expect(page.getByRole("link", { name: course })).toBeVisible();
  await expectAccessible(page, "an import's result");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Rows to mend" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("office-rows-to-mend.csv");
  const [header, row, tooLong, ...rest] = (await readFile(await download.path(), "utf8"))
    .trimEnd()
    .split("\r\n");
  expect(header).toBe("\uFEFFCourse,No.,Title,Web,Tags,Owner,Reason");
  expect(row).toMatch(
    new RegExp(
      `^${course},x,,https://vimeo.com/1,,me,"?Lecture Number: not a whole number.*youtube: not a YouTube address"?$`,
    ),
  );
  // Imported again as it is, the row is rejected again: no cell is missing.
  expect(tooLong).toMatch(new RegExp(`^${course},3,Three,,,1,234,"?7 cells found, 6 expected"?$`));
  expect(rest).toEqual([]);

  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByText("Everything was taken back.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Undo of office.csv");
  await expect(page.getByText("not in the file, and kept")).toHaveCount(0);
  expect(await sql`select "Keywords" as keywords from lectures where "Course Name" = ${course}`).toEqual([
    { keywords: "a" },
  ]);
  await page.getByRole("link", { name: "All imports" }).click();
  await historyRow(page, "Undo of office.csv").getByRole("link").first().click();
  await page.getByRole("button", { name: "Take this undo back" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take this undo back" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Undo of undo of office.csv");
  await expect(page.getByText("Everything was taken back.")).toBeVisible();
  expect(await imports.count()).toBe(2);
});

test("links behind names in a workbook are read as the columns are chosen, and the next time at once", {
  tag: "@long",
}, async ({ page, imports }) => {
  const { course } = imports;
  const workbook = {
    mimeType: "",
    buffer: Buffer.from(
      xlsxOf([
        {
          name: "Kurs",
          rows: [
            ["Kurs", "Nummer", "Titel"],
            [course, 1, "One"],
          ],
          links: { C2: video },
        },
      ]),
    ),
  };
  for (const isKnown of [false, true]) {
    await page.goto(checkPage);
    await choose(page, { ...workbook, name: isKnown ? "named wrongly.csv" : "kurs.xlsx" });
    if (!isKnown) {
      await chooseField(page, "Kurs", "Course Name");
      await chooseField(page, "Nummer", "Lecture Number");
      await expect(page.getByRole("button", { name: "Check this file" })).toBeDisabled();
      await chooseField(page, "Titel", "lecture name");
    }
    await expect(page.getByRole("listitem").filter({ hasText: "youtube" })).toContainText(video);
    await page.getByRole("button", { name: "Check this file" }).click();
    await expect(page.getByText("1 new · 0 changed · 0 unchanged · 0 rejected")).toBeVisible();
  }
});

test("rows to mend keep every cell, and hold no formula", async ({ page, imports }) => {
  const office = officeFile(
    imports.course,
    [
      ["1", "One", video, "", "me"],
      ["3", "Three", "", "", "1", "234"],
      ["5", "F\u00FFnf", video, "", ""],
    ],
    { name: "exported.xls", last: "=1+1" },
  );
  // Of UTF-8, as its mark says, but for one byte.
  const bytes = office.buffer.toString("latin1").replace("\xC3\xBF", "\xFC");
  office.buffer = Buffer.from(`\xEF\xBB\xBF${bytes}`, "latin1");
  await page.goto(checkPage);

  const removed = test.info().outputPath("removed.csv");
  await writeFile(removed, office.buffer);
  await choose(page, removed);
  await expect(chosenField(page, "Web")).toBeVisible();
  await rm(removed);
  await chooseField(page, "Web", "youtube");
  await expect(toast(page, "The file could not be read. Was it changed or removed meanwhile?")).toBeVisible();
  await page.getByRole("button", { name: "Choose another file" }).click();

  await choose(page, office);
  await expect(chosenField(page, "Web")).toBeVisible();
  await expect(page.getByRole("region", { name: office.name })).not.toContainText("could not be read");
  await chooseField(page, "Web", "youtube");
  await page.getByRole("button", { name: "Check this file" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByText("1 of 3 rows went in.")).toBeVisible();
  const arriving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Rows to mend" }).click();
  const mend = await readFile(await (await arriving).path(), "utf8");
  expect(mend.trimEnd().split("\r\n")).toEqual([
    "\uFEFFCourse,No.,Title,Web,Tags,'=1+1,Reason",
    `${imports.course},3,Three,,,1,234,"7 cells found, 6 expected"`,
    `${imports.course},5,F\uFFFDnf,${video},,,,lecture name: not valid UTF-8 text; save the file as “CSV UTF-8”. ` +
      "Empty this cell when the row is right.",
  ]);
});

test("what a file has no column for is emptied where that is chosen, and comes back", {
  tag: "@long",
}, async ({ page, imports, sql }) => {
  const { course } = imports;
  await sql`
    insert into lectures ("Course Name", "Lecture Number", "lecture name", youtube, "Subject", "Views", "Keywords")
    select ${course}, n, 'Lecture ' || n, 'https://www.youtube.com/embed/aB3-_xYz019', 'Maths', n, 'a'
    from generate_series(1, 3) n`;
  const stored = () =>
    sql`select "Subject" as subject, "Views"::int as views from lectures where "Course Name" = ${course} order by id`;
  const before = [1, 2, 3].map((views) => ({ subject: "Maths", views }));
  // A header that no other test uses, because the choices for its columns are remembered.
  const last = `Hits of ${course}`;

  await page.goto(checkPage);
  await choose(
    page,
    officeFile(
      course,
      [
        ["1", "Lecture 1", video, "a", ""],
        ["2", "Lecture 2", video, "a", ""],
      ],
      { last },
    ),
  );
  await chooseField(page, "Web", "youtube");
  const subject = page.getByRole("group", { name: "Subject" });
  await expect(subject.getByRole("radio", { name: "Keep what is there" })).toBeChecked();
  await subject.getByRole("radio", { name: "Empty it" }).check();
  await page.getByRole("group", { name: "Views" }).getByRole("radio", { name: "Empty it" }).check();
  // A field that is then assigned to a column is not emptied.
  await chooseField(page, last, "Views");
  await expect(page.getByRole("group", { name: "Views" })).toHaveCount(0);
  await expectAccessible(page, "what becomes of columns that a file is without");
  await page.getByRole("button", { name: "Check this file" }).click();
  await expect(page.getByText("0 new · 2 changed · 0 unchanged")).toBeVisible();
  await expect(page.getByText("2 lectures will lose what they have in Subject.")).toBeVisible();
  const start = page.getByRole("button", { name: "Import 2 rows" });
  await expect(start).toHaveAccessibleDescription(/2 lectures will lose what they have in Subject\./);
  expect(await stored()).toEqual(before);
  await start.click();
  await expect(page.getByText("2 of 2 rows went in.")).toBeVisible();
  await expect(page.getByText("emptied: Subject")).toBeVisible();
  expect(await stored()).toEqual([
    { subject: null, views: null },
    { subject: null, views: null },
    { subject: "Maths", views: 3 },
  ]);
  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByText("Everything was taken back.")).toBeVisible();
  expect(await stored()).toEqual(before);

  // This choice is not remembered.
  await page.goto(checkPage);
  await choose(page, officeFile(course, [["1", "Lecture 1", video, "a", ""]], { last }));
  await expect(subject.getByRole("radio", { name: "Keep what is there" })).toBeChecked();
});

test("an import that goes on can be cancelled, and gone on with", async ({ page, imports, sql }) => {
  await page.goto(checkPage);
  const rows = Array.from({ length: 12 }, (_, row) => [String(row + 1), `Lecture ${row + 1}`, video, "", ""]);
  await choose(page, officeFile(imports.course, rows));
  await chooseField(page, "Web", "youtube");
  await page.getByRole("button", { name: "Check this file" }).click();
  await expect(page.getByText("12 new · 0 changed")).toBeVisible();
  await imports.hold();
  await page.getByRole("button", { name: "Import 12 rows" }).click();
  await expect(page.getByText("Processing: 0 of 12 rows (0 inserted)")).toBeVisible();
  // Each button goes when it is pressed, and the focus stays in the report.
  const focused = page.getByRole("main").locator(":focus");
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(toast(page, "Import cancelled")).toBeVisible();
  await expect(page.getByText("Cancelled after 0 rows. What is in stays in.")).toBeVisible();
  await expect(focused).toHaveCount(1);
  const report = page.url();
  await page.getByRole("button", { name: "Go on" }).press("Enter");
  await expect(page.getByText("Processing: 0 of 12 rows (0 inserted)")).toBeVisible();
  await expect(focused).toHaveCount(1);
  await page.goto(importPage);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(toast(page, "Import cancelled")).toBeVisible();
  await page.goto(report);
  await imports.release();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("12 of 12 rows went in.")).toBeVisible();
  expect(await imports.count()).toBe(12);
  const cancelled = await sql`
    select j.id from import_jobs j join auth.users u on u.id = j.user_id
    where u.email = ${imports.email} and j.cancelled_at is not null`;
  expect(cancelled).toHaveLength(0);
});

test("lectures that are not in the file are removed where that is asked for and confirmed", async ({
  page,
  imports,
  sql,
}) => {
  const { course } = imports;
  await sql`
    insert into lectures ("Course Name", "Lecture Number", "lecture name", youtube, "Keywords")
    select ${course}, n, 'Lecture ' || n, 'https://www.youtube.com/embed/aB3-_xYz019', 'stored' from generate_series(1, 3) n`;
  const [edited] =
    await sql`select id from lectures where "Course Name" = ${course} and "Lecture Number" = 1`;
  await page.goto(`/admin-console/lectures/${edited?.id}`);
  await page.getByLabel("Keywords").fill("by hand");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved")).toBeVisible();

  await page.goto(checkPage);
  await choose(page, officeFile(course, [["1", "Lecture 1", video, "of the file", "me"]]));
  await chooseField(page, "Web", "youtube");
  await page.getByRole("button", { name: "Check this file" }).click();
  await expect(page.getByText("2 lectures of these courses are not in the file")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Keep what was edited" })).toBeChecked();
  const remove = page.getByRole("checkbox", { name: "Also remove the 2 lectures" });
  await expect(remove).not.toBeChecked();
  await remove.check();
  await page.getByRole("button", { name: "Remove 2 lectures" }).click();
  const number = page.getByLabel("Type 2 to confirm");
  await expect(number).toHaveAccessibleDescription("Type the number of lectures that will be removed");
  await expectAccessible(page, "what a check asks");
  await number.fill("2");
  await page.getByRole("button", { name: "Remove 2 lectures" }).click();
  await expect(page.getByText("2 lectures that were not in the file were removed.")).toBeVisible();
  expect(await imports.count()).toBe(1);
});
