import type { Locator, Page } from "@playwright/test";
import type postgres from "postgres";
import { signInAsAdmin } from "./accounts.ts";
import { expectNoViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { collapse, hrefs, texts, toast } from "./pages.ts";

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const rows = (page: Page) => page.getByRole("table").getByRole("row");
const pager = (page: Page) => page.getByRole("navigation", { name: "Pages" });
const count = (number: number) => number.toLocaleString("en-US");

/** The cells of each row but the header's, as they read; a dash where there is no value. */
const cells = (table: Locator) =>
  table.locator("tbody tr").evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll("td")].map((cell) => {
        const shown = cell.cloneNode(true) as HTMLElement;
        for (const hidden of shown.querySelectorAll(".sr-only")) hidden.remove();
        return (shown.textContent ?? "").replace(/\s+/g, " ").trim();
      }),
    ),
  );

/** Rows of the lectures as the table has to show them. */
async function lectureRows(sql: postgres.Sql, offset: number): Promise<string[][]> {
  const found = await sql`
    select "Course Name" as course, "lecture name" as name, "Subject" as subject,
      "Instructor" as instructor, "Views"::float8 as views
    from lectures order by "Course Name", "Lecture Number" nulls last, id offset ${offset} limit 50`;
  return found.map(({ course, name, subject, instructor, views }) => [
    collapse(course),
    collapse(name),
    collapse(subject ?? "—"),
    collapse(instructor ?? "—"),
    views === null ? "—" : count(views),
  ]);
}

test.beforeEach(async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL!, sql);
});

test.describe("dashboard", () => {
  test("its numbers are the database's", async ({ page, sql }) => {
    const [counts] = await sql`
      select count(*)::int as lectures, count(distinct "Course Name")::int as courses,
        count(distinct "Subject")::int as subjects from lectures`;
    const users = async () => Number((await sql`select count(*) from profiles`)[0]?.count);
    const before = await users();
    await page.goto("/admin-console");
    const numberOf = async (label: string) =>
      Number(
        (await page.getByText(label, { exact: true }).locator("..").locator("dd").textContent())?.replaceAll(
          ",",
          "",
        ),
      );
    expect(await numberOf("Total Lectures")).toBe(counts?.lectures);
    expect(await numberOf("Total Courses")).toBe(counts?.courses);
    expect(await numberOf("Subjects")).toBe(counts?.subjects);
    // Other tests sign up meanwhile.
    expect(await numberOf("Total Users")).toBeGreaterThanOrEqual(before);
    expect(await numberOf("Total Users")).toBeLessThanOrEqual(await users());
    const information = page.getByRole("region", { name: "Database Information" });
    expect(await texts(information.locator("dt"))).toEqual(["Table", "Total records"]);
    expect(await texts(information.locator("dd"))).toEqual(["lectures", count(counts?.lectures)]);
    await expect(page.getByRole("main").getByRole("link", { name: "Import Data" })).toHaveCount(0);
  });
});

test.describe("an empty catalogue", () => {
  test("invites to import", async ({ page, sql }) => {
    // Nobody who is signed in sees a course for as long as these last.
    const tables = ["course_summaries", "subject_summaries"];
    for (const table of tables)
      await sql`create policy nothing on ${sql(table)} as restrictive for select to authenticated using (false)`;
    try {
      for (const path of [
        "/admin-console",
        "/admin-console/lectures",
        "/admin-console/lectures?q=x&page=3",
      ]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: "The catalogue is empty" })).toBeVisible();
        const link = page.getByRole("main").getByRole("link", { name: "Import Data" });
        await expect(link).toHaveAttribute("href", "/admin-console/import");
        await expectNoViolations(page, path);
      }
      await page.goto("/admin-console");
      await expect(page.getByText("Total records").locator("..")).toHaveText("Total records0");
      await page.goto("/admin-console/lectures");
      await expect(title(page)).toHaveText("Lectures (0)");
      await expect(page.getByRole("table")).toHaveCount(0);
    } finally {
      for (const table of tables) await sql`drop policy nothing on ${sql(table)}`;
    }
  });
});

test.describe("lectures", () => {
  test("the first fifty, with how many there are", async ({ page, sql }) => {
    const [{ total } = { total: 0 }] = await sql`select count(*)::int as total from lectures`;
    await page.goto("/admin-console/lectures");
    await expect(title(page)).toHaveText(`Lectures (${count(total)})`);
    await expect(page.getByRole("table", { name: `Lectures (${count(total)})` })).toBeVisible();
    expect(await texts(page.getByRole("columnheader"))).toEqual([
      "Course Name",
      "Lecture Name",
      "Subject",
      "Instructor",
      "Views",
    ]);
    await expect(rows(page)).toHaveCount(51);
    expect(await cells(page.getByRole("table"))).toEqual(await lectureRows(sql, 0));
    await expect(page.getByRole("main").getByRole("status")).toHaveText(`Showing 1–50 of ${count(total)}`);
    // A dash says what it means to those who only hear it.
    await expect(rows(page).nth(1).getByRole("cell").last()).toHaveText("—Not known");
  });

  test("paging goes through all of them, and lives in the address", async ({ page, sql }) => {
    const [{ total } = { total: 0 }] = await sql`select count(*)::int as total from lectures`;
    const last = Math.ceil(total / 50);
    const shown = async (number: number) => {
      await expect(page).toHaveURL(`/admin-console/lectures${number > 1 ? `?page=${number}` : ""}`);
      await expect(pager(page)).toContainText(`Page ${count(number)} of ${count(last)}`);
      expect(await cells(page.getByRole("table"))).toEqual(await lectureRows(sql, (number - 1) * 50));
    };
    await page.goto("/admin-console/lectures");
    await expect(pager(page).getByRole("link")).toHaveCount(2);
    await pager(page).getByRole("link", { name: "Next page" }).click();
    await shown(2);
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
    await pager(page).getByRole("link", { name: "First page" }).click();
    await shown(1);
  });

  test("an address of no page is the nearest that there is", async ({ page, sql }) => {
    const [{ total } = { total: 0 }] = await sql`select count(*)::int as total from lectures`;
    const last = Math.ceil(total / 50);
    for (const behind of [last + 1, 9_999_999]) {
      await page.goto(`/admin-console/lectures?page=${behind}`);
      await expect(page).toHaveURL(`/admin-console/lectures?page=${last}`);
    }
    await page.goto("/admin-console/lectures?q=classical+mechanics&page=900");
    await expect(page).toHaveURL(/q=classical\+mechanics&page=\d$/);
    for (const nonsense of ["0", "-1", "x", "1e9", "99999999999999999999", "%00"]) {
      await page.goto(`/admin-console/lectures?page=${nonsense}`);
      await expect(page.getByRole("main").getByRole("status")).toHaveText(/^Showing 1–50 of/);
    }
  });

  test("a filter leaves over the lectures of the courses it finds, while the field keeps the focus", async ({
    page,
    sql,
  }) => {
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
    // Its pages are its own.
    await pager(page).getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL("/admin-console/lectures?q=PyCON&page=2");
    await field.fill("zzz%zzz");
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(title(page)).toHaveText(`Lectures (0 of ${count(total)})`);
    await expect(page.getByRole("heading", { name: "No lectures match" })).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(pager(page)).toHaveCount(0);
    await expectNoViolations(page, "no lectures match");
    await page.getByRole("link", { name: "Clear" }).click();
    await expect(title(page)).toHaveText(`Lectures (${count(total)})`);
    await expect(page).toHaveURL("/admin-console/lectures");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
    await title(page).click();
    await page.goBack();
    await expect(field).toHaveValue("zzz%zzz");
    await expect(page.getByRole("heading", { name: "No lectures match" })).toBeVisible();
  });

  test("rows on their way are seen to be", async ({ page }) => {
    await page.goto("/admin-console/lectures");
    let letThrough = () => {};
    const gate = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/lectures\?page=2&_rsc/, async (route) => {
      await gate;
      await route.continue();
    });
    await pager(page).getByRole("link", { name: "Next page" }).click();
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("table")).toBeVisible();
    letThrough();
    await expect(page.getByRole("main").getByRole("status")).toHaveText(/^Showing 51/);
    await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "false");
  });
});

test.describe("hostile rows", () => {
  test("are no more than texts, stay in their cells and leave their neighbours alone", async ({
    page,
    catalogue,
    sql,
  }) => {
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
    for (const width of [1280, 700, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/admin-console/lectures?q=!");
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
      // Each text is an island: what follows reads from left to right again.
      for (const cell of await page.getByRole("row", { name: "Turned" }).first().getByRole("cell").all())
        await expect(cell.locator("bdi")).toHaveCount(1);
    }
    await expect(page.getByText("1,234,567")).toBeVisible();
    await expect(page.getByText("9,007,199,254,740,991")).toBeVisible();
  });
});

test.describe("users", () => {
  /** Accounts from the future, so that they come first whoever signs up meanwhile. */
  async function addUsers(sql: postgres.Sql, year: number, howMany: number) {
    await sql`
      insert into auth.users (id, email)
      select gen_random_uuid(), 'future-' || ${year}::text || '-' || n || '@example.com'
      from generate_series(1, ${howMany}) n`;
    await sql`
      update profiles set display_name = case when n % 3 > 0 then 'Reader ' || n end,
        created_at = make_timestamptz(${year}, 3, 4, 5, 6, 7.5, 'UTC') - n * interval '1 day'
      from (
        select id, substring(email from '\\d+(?=@)')::int as n from auth.users
        where email like ${`future-${year}-%`}
      ) u where user_id = u.id`;
    await sql`
      insert into user_roles select id, 'admin' from auth.users where email = ${`future-${year}-2@example.com`}`;
  }

  test("newest first, fifty a page, with role and a date that has one meaning", async ({ page, sql }) => {
    await addUsers(sql, 2150, 60);
    try {
      const expected = await sql`
        select p.user_id, p.display_name, coalesce(r.role, 'user') as role, p.created_at
        from profiles p left join user_roles r using (user_id)
        order by p.created_at desc, p.id limit 60`;
      const expectedRows = expected.map(({ user_id, display_name, role, created_at }) => [
        display_name ?? "—",
        user_id,
        role,
        `${created_at.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" })}, ${created_at.toISOString().slice(11, 16)} UTC`,
      ]);
      await page.goto("/admin-console/users");
      await expect(title(page)).toHaveText(/^Users \([\d,]+\)$/);
      expect(await texts(page.getByRole("columnheader"))).toEqual([
        "Display Name",
        "User ID",
        "Role",
        "Created At",
      ]);
      expect(await cells(page.getByRole("table"))).toEqual(expectedRows.slice(0, 50));
      expect(expectedRows[0]?.[3]).toBe("Mar 3, 2150, 05:06 UTC");
      await expect(page.locator("time").first()).toHaveAttribute("datetime", "2150-03-03T05:06:07.500Z");
      await expect(rows(page).nth(3).getByRole("cell").first()).toHaveText("—No display name");
      await expect(rows(page).nth(2).getByRole("cell").nth(2)).toHaveText("admin");
      await pager(page).getByRole("link", { name: "Next page" }).click();
      await expect(page).toHaveURL("/admin-console/users?page=2");
      expect((await cells(page.getByRole("table"))).slice(0, 10)).toEqual(expectedRows.slice(50));
      await page.goto("/admin-console/users?page=999999");
      await expect(page).toHaveURL(/\/admin-console\/users\?page=\d+$/);
      await expect(rows(page)).not.toHaveCount(1);
    } finally {
      await sql`delete from auth.users where email like 'future-2150-%'`;
    }
  });
});

test.describe("add lecture", () => {
  test("the buttons say what they do not do yet, ask nobody, and lose nothing", async ({ page }) => {
    await page.goto("/admin-console/add-lecture");
    await expect(page.getByRole("button", { name: /^Account/ })).toBeVisible();
    const typed = {
      "YouTube Link": "not even an address",
      Title: "A title",
      "Source/Institution": "An institution",
      Instructor: "Somebody",
      Description: "Line one\nline two",
    };
    for (const [label, text] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(text);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const [press, message] of [
      [
        () => page.getByRole("button", { name: "Pull Data" }).click(),
        "YouTube data fetching will be implemented soon",
      ],
      [
        () => page.getByRole("button", { name: "Save Draft" }).click(),
        "Lecture creation will be implemented soon",
      ],
      [
        () => page.getByRole("button", { name: "Add to Database" }).click(),
        "Lecture creation will be implemented soon",
      ],
      [
        () => page.getByLabel("YouTube Link").press("Enter"),
        "YouTube data fetching will be implemented soon",
      ],
      [() => page.getByLabel("Title").press("Enter"), "Lecture creation will be implemented soon"],
    ] as const) {
      await press();
      await expect(toast(page, message)).toBeVisible();
      await expect(toast(page, message)).toHaveAttribute("data-type", "info");
      await expect(page.locator("[data-sonner-toast]")).toHaveCount(0, { timeout: 15_000 });
    }
    // The toast's own code is fetched with the first one.
    expect(asked.filter((url) => !url.includes("/_next/static/"))).toEqual([]);
    for (const [label, text] of Object.entries(typed))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
    await expect(page).toHaveURL("/admin-console/add-lecture");
  });

  for (const [label, limit] of [
    ["Title", 250],
    ["Description", 800],
  ] as const) {
    test(`${label} takes ${limit} characters and says how many are left`, async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto("/admin-console/add-lecture");
      const field = page.getByLabel(label, { exact: true });
      const said = field.locator("../..").getByRole("status");
      await expect(field).toHaveAccessibleDescription(`0 of ${limit} characters`);
      await field.fill("x".repeat(limit - 21));
      await expect(field).toHaveAccessibleDescription(`${limit - 21} of ${limit} characters`);
      await expect(said).toHaveText("");
      await field.press("End");
      await field.press("ControlOrMeta+End");
      await field.press("y");
      await expect(said).toHaveText("At most 20 characters left.");
      await field.pressSequentially("z".repeat(25));
      await expect(field).toHaveValue(`${"x".repeat(limit - 21)}y${"z".repeat(20)}`);
      await expect(page.getByText(`${limit} of ${limit} characters`)).toBeVisible();
      await expect(said).toHaveText(`The limit of ${limit} characters is reached.`);

      await page.evaluate((text) => navigator.clipboard.writeText(text), "p".repeat(limit + 3));
      await field.press("ControlOrMeta+a");
      await field.press("ControlOrMeta+v");
      await expect(field).toHaveValue("p".repeat(limit));
      await expect(
        page.getByText("The text was too long: 3 characters at its end were left out."),
      ).toBeVisible();
      await expect(said).toHaveText("Too long: 3 characters left out.");
      await field.press("Backspace");
      await expect(page.getByText("The text was too long")).toHaveCount(0);
      await expect(said).toHaveText("At most 5 characters left.");
    });
  }
});

test("what is still to come says so", async ({ page }) => {
  for (const [path, name] of [
    ["add-series", "Add Lecture Series"],
    ["tags", "Tags"],
    ["files", "Files"],
  ]) {
    await page.goto(`/admin-console/${path}`);
    await expect(title(page)).toHaveText(name!);
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    expect(await hrefs(page.getByRole("main").getByRole("link"))).toEqual(["/admin-console/import"]);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("lists are complete, and the filter and the pages work", async ({ page, sql }) => {
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

  test("rows become lists of named values, and are still a table to those who listen", async ({
    page,
    sql,
  }) => {
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
