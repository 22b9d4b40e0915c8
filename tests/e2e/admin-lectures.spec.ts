import { signInAsAdmin } from "./accounts.ts";
import { cells, count, lectureRows, pager, rows, title } from "./admin-tables.ts";
import { expectNoViolations, expectNoViolationsInBothSchemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { holdRequests, texts } from "./pages.ts";

test.beforeEach(async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL!, sql);
});

test.describe("lectures", () => {
  test("administrators see fifty lectures and how many there are, and page through all by addresses that can be shared; the table is busy while rows load", async ({
    page,
    sql,
  }) => {
    const [{ total } = { total: 0 }] = await sql`select count(*)::int as total from lectures`;
    await page.goto("/admin-console/lectures");
    await expect(title(page)).toHaveText(`Lectures (${count(total)})`);
    await expect(page.getByRole("table", { name: `Lectures (${count(total)})` })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText(
      ["Course Name", "Lecture Name", "Subject", "Instructor", "Views"],
      { useInnerText: true },
    );
    await expect(rows(page)).toHaveCount(51);
    expect(await cells(page.getByRole("table"))).toEqual(await lectureRows(sql, 0));
    await expect(page.getByRole("main").getByRole("status")).toHaveText(`Showing 1–50 of ${count(total)}`);
    // Screen readers get the meaning of a dash.
    await expect(rows(page).nth(1).getByRole("cell").last()).toHaveText("—Not known");

    const last = Math.ceil(total / 50);
    const shown = async (number: number) => {
      await expect(page).toHaveURL(`/admin-console/lectures${number > 1 ? `?page=${number}` : ""}`);
      await expect(pager(page)).toContainText(`Page ${count(number)} of ${count(last)}`);
      expect(await cells(page.getByRole("table"))).toEqual(await lectureRows(sql, (number - 1) * 50));
    };
    await expect(pager(page).getByRole("link")).toHaveCount(2);
    const letThrough = await holdRequests(page, /lectures\?page=2&_rsc/);
    await pager(page).getByRole("link", { name: "Next page" }).click();
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("table")).toBeVisible();
    letThrough();
    await shown(2);
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "false");
    await expect(page.getByRole("main").getByRole("status")).toHaveText(`Showing 51–100 of ${count(total)}`);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await pager(page).getByRole("link", { name: "Last page" }).click();
    await shown(last);
    await expect(pager(page).getByRole("link")).toHaveCount(2);
    await pager(page).getByRole("link", { name: "Previous page" }).click();
    await shown(last - 1);
    await page.reload();
    await shown(last - 1);
    await page.goBack();
    await shown(last);
    // The pressed link is gone, and the focus stays beside it.
    await pager(page).getByRole("link", { name: "First page" }).press("Enter");
    await shown(1);
    await expect(pager(page).locator(":focus")).toHaveCount(1);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test("administrators sort by a column's header, and turn the order around", async ({ page, sql }) => {
    await page.goto("/admin-console/lectures?q=python");
    const header = (name: string) => page.getByRole("columnheader", { name });
    await expect(header("Course Name")).toHaveAttribute("aria-sort", "ascending");
    await header("Instructor").getByRole("link").click();
    await expect(page).toHaveURL("/admin-console/lectures?q=python&sort=instructor");
    await expect(header("Instructor")).toHaveAttribute("aria-sort", "ascending");
    await expect(header("Course Name")).not.toHaveAttribute("aria-sort");
    // The order is announced, and the focus stays on the link that reverses it.
    const status = page.getByRole("main").getByRole("status");
    await expect(status).toHaveText(/ of [\d,]+, by main instructor$/);
    await expect(header("Instructor").getByRole("link")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(header("Instructor")).toHaveAttribute("aria-sort", "descending");
    await expect(status).toHaveText(/, by main instructor, last first$/);
    const [first] = await sql`
      select l."lecture name" as name from lectures l join course_summaries c on c.course_name = l."Course Name"
      where strpos(c.sort_name, 'python') > 0 or strpos(lower(c.subject), 'python') > 0
        or strpos(lower(c.instructor), 'python') > 0
      order by lower(c.instructor) desc nulls last, c.course_name, l."Lecture Number", l.id limit 1`;
    await expect(rows(page).nth(1).getByRole("cell").nth(1)).toHaveText(first?.name);
    await page.getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL("/admin-console/lectures?q=python&sort=-instructor");
    await pager(page).getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL("/admin-console/lectures?q=python&sort=-instructor&page=2");
    await expect(header("Instructor")).toHaveAttribute("aria-sort", "descending");
    await page.goBack();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolationsInBothSchemes(page, "a sorted list on a phone");
    await page.getByRole("navigation", { name: "Sort by" }).getByRole("link", { name: "Subject" }).click();
    await expect(page).toHaveURL("/admin-console/lectures?q=python&sort=subject");
    await page.getByRole("link", { name: "Clear" }).click();
    await expect(page).toHaveURL("/admin-console/lectures?sort=subject");
    await page.goBack();
    await page.goBack();
    await expect(header("Instructor")).toHaveAttribute("aria-sort", "descending");
  });

  test("a page number that does not exist leads to the nearest that does", { tag: "@long" }, async ({
    page,
    sql,
  }) => {
    const [{ total } = { total: 0 }] = await sql`select count(*)::int as total from lectures`;
    const last = Math.ceil(total / 50);
    for (const behind of [last + 1, 9_999_999]) {
      await page.goto(`/admin-console/lectures?page=${behind}`);
      await expect(page).toHaveURL(`/admin-console/lectures?page=${last}`);
    }
    await page.goto("/admin-console/lectures?q=classical+mechanics&page=900");
    await expect(page).toHaveURL(/q=classical\+mechanics&page=\d$/);
    await page.goto("/admin-console/lectures?page=x");
    await expect(page.getByRole("main").getByRole("status")).toHaveText(/^Showing 1–50 of/);
  });

  test("administrators filter lectures by course, and the field keeps the focus", async ({ page, sql }) => {
    const [{ total } = { total: 0 }] = await sql`select count(*)::int as total from lectures`;
    const [{ matches } = { matches: 0 }] = await sql`
      select count(*)::int as matches from lectures where "Course Name" ilike '%pycon%'`;
    await page.goto("/admin-console/lectures?page=7");
    const field = page.getByRole("searchbox", { name: "Filter by course" });
    await expect(field).toHaveAccessibleDescription(/names, subjects and main instructors of courses/);
    await field.fill(" PyCON ");
    await field.press("Enter");
    await expect(page).toHaveURL("/admin-console/lectures?q=PyCON");
    await expect(title(page)).toHaveText(`Lectures (${count(matches)} of ${count(total)})`);
    await expect(page.getByRole("main").getByRole("status")).toHaveText(`Showing 1–50 of ${count(matches)}`);
    await expect(field).toBeFocused();
    expect(new Set((await cells(page.getByRole("table"))).map(([course]) => /pycon/i.test(course!)))).toEqual(
      new Set([true]),
    );
    // The filtered list has its own pages.
    await pager(page).getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL("/admin-console/lectures?q=PyCON&page=2");
    await field.fill("zzz%zzz");
    const filter = page.getByRole("button", { name: "Filter" });
    const filtered = await filter.boundingBox();
    await filter.click();
    await expect(title(page)).toHaveText(`Lectures (0 of ${count(total)})`);
    await expect(page.getByRole("heading", { name: "No lectures match" })).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(pager(page)).toHaveCount(0);
    await expectNoViolations(page, "no lectures match");
    await page.getByRole("link", { name: "Clear" }).click();
    await expect(title(page)).toHaveText(`Lectures (${count(total)})`);
    // Beside it, the link comes and goes: a second press is not one on that.
    expect(await filter.boundingBox()).toEqual(filtered);
    await expect(page).toHaveURL("/admin-console/lectures");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
    await title(page).click();
    await page.goBack();
    await expect(field).toHaveValue("zzz%zzz");
    await expect(page.getByRole("heading", { name: "No lectures match" })).toBeVisible();
    await field.fill("pycon");
    await field.press("Enter");
    await expect(title(page)).toHaveText(`Lectures (${count(matches)} of ${count(total)})`);
    await page.goBack();
    await expect(field).toHaveValue("zzz%zzz");
    await expect(field).toBeFocused();
  });
});

test.describe("hostile rows", () => {
  test("are shown as text, inside their own cells", { tag: "@long" }, async ({ page, catalogue, sql }) => {
    const script = "<script>window.ran=1</script><img src=x onerror=window.ran=2>";
    const turned = "\u202Egnp.elif";
    await catalogue.add(
      {
        course_name: `!${turned}`,
        lecture_name: `Turned ${turned}`,
        subject: `${turned}`,
        instructor: `\u2067${turned}`,
        views: 1234567,
      },
      {
        course_name: `!${script}`,
        lecture_name: `Scripted ${script}`,
        subject: script.slice(0, 90),
        instructor: script,
      },
      {
        course_name: `!${"W".repeat(249)}`,
        lecture_name: "W".repeat(250),
        subject: "m".repeat(100),
        instructor: "W".repeat(2000),
        views: 9007199254740991,
      },
    );
    const place = async (name: string) =>
      page
        .getByRole("row", { name })
        .first()
        .getByRole("cell")
        .evaluateAll((all) =>
          all.map((cell) => {
            const range = document.createRange();
            range.selectNodeContents(
              cell.querySelector("bdi > [aria-hidden], bdi > * > [aria-hidden]") ?? cell,
            );
            const [text, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
            return text.left >= box.left - 1 && text.right <= box.right + 1;
          }),
        );
    await page.goto("/admin-console/lectures?q=!");
    for (const width of [1280, 700, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const shown = await cells(page.getByRole("table"));
      const expected = await sql`
        select "Course Name" as course, "lecture name" as name, "Subject" as subject, "Instructor" as instructor
        from lectures where "Course Name" like '!%' order by "Course Name"`;
      expect(shown.slice(0, 3).map((row) => row.slice(0, 4))).toEqual(
        expected.map(({ course, name, subject, instructor }) => [course, name, subject, instructor]),
      );
      expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
      expect(await page.locator("main img, main script").count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      for (const name of ["Turned", "Scripted", "WWW"])
        expect(await place(name), `${name} at ${width} px`).toEqual([true, true, true, true, true]);
      // Each text is isolated, so that text after it is left-to-right again.
      for (const cell of await page.getByRole("row", { name: "Turned" }).first().getByRole("cell").all())
        await expect(cell.locator("bdi")).toHaveCount(1);
    }
    await expect(page.getByText("1,234,567")).toBeVisible();
    await expect(page.getByText("9,007,199,254,740,991")).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("administrators without JavaScript can filter and page through lists", { tag: "@long" }, async ({
    page,
    sql,
  }) => {
    await page.goto("/admin-console/lectures");
    expect(await page.getByRole("table").locator("tbody tr").count()).toBe(50);
    await expect(rows(page).last()).toBeVisible();
    await page.getByRole("searchbox").fill("classical mechanics");
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page).toHaveURL("/admin-console/lectures?q=classical+mechanics");
    const [{ matches } = { matches: 0 }] = await sql`
      select count(*)::int as matches from lectures where "Course Name" ilike '%classical mechanics%'`;
    await expect(title(page)).toContainText(`Lectures (${count(matches)} of `);
    await expect(page.getByRole("searchbox")).toHaveValue("classical mechanics");
    await pager(page).getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL("/admin-console/lectures?q=classical+mechanics&page=2");
    await expect(rows(page).last()).toBeVisible();
    await page.getByRole("columnheader", { name: "Subject" }).getByRole("link").click();
    await expect(page).toHaveURL("/admin-console/lectures?q=classical+mechanics&sort=subject");
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page).toHaveURL("/admin-console/lectures?q=classical+mechanics&sort=subject");
    await page.goto("/admin-console");
    await expect(page.getByText("Total Lectures")).toBeVisible();
    await page.goto("/admin-console/add-lecture");
    await page.getByLabel("Title").fill("Typed before the page was ready");
    await page.getByLabel("Title").press("Enter");
    await page.getByRole("button", { name: "Add to Database" }).click();
    await expect(page.getByLabel("Title")).toHaveValue("Typed before the page was ready");
    await expect(page).toHaveURL("/admin-console/add-lecture");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("rows become lists of named values and stay a table for screen readers", async ({ page, sql }) => {
    await page.goto("/admin-console/lectures?page=3");
    const row = rows(page).nth(1);
    const lines = await row
      .getByRole("cell")
      .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top));
    expect([...lines].sort((a, b) => a - b)).toEqual(lines);
    expect(new Set(lines).size).toBe(5);
    const labels = await row
      .getByRole("cell")
      .evaluateAll((all) => all.map((cell) => getComputedStyle(cell, "::before").content));
    expect(labels.map((label) => label.match(/"([^"]+)"/)?.[1])).toEqual([
      "Course Name",
      "Lecture Name",
      "Subject",
      "Instructor",
      "Views",
    ]);
    expect(await texts(page.getByRole("columnheader"))).toHaveLength(5);
    expect(await cells(page.getByRole("table"))).toEqual(await lectureRows(sql, 100));
    await pager(page).getByRole("link", { name: "Next page" }).tap();
    await expect(page.getByRole("main").getByRole("status")).toHaveText(/^Showing 151–200 of/);
  });
});
