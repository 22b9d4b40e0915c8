import type postgres from "postgres";
import { signInAsAdmin } from "./accounts.ts";
import { cells, pager, rows, title } from "./admin-tables.ts";
import { expect, test } from "./fixtures.ts";
import { texts } from "./pages.ts";

test.beforeEach(async ({ page, baseURL, sql }) => {
  await signInAsAdmin(page, baseURL!, sql);
});

test.describe("users", () => {
  const zone = { timeZone: "Asia/Tokyo" };
  test.use({ timezoneId: zone.timeZone });

  /** Accounts with future dates, so that they come before accounts that sign up in the tests. */
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

  test("administrators see users, the newest first, fifty a page, with role and date", async ({
    page,
    sql,
  }) => {
    await addUsers(sql, 2150, 60);
    try {
      const expected = await sql`
        select p.user_id, u.email, p.display_name, coalesce(r.role, 'user') as role, p.created_at
        from profiles p join auth.users u on u.id = p.user_id left join user_roles r using (user_id)
        order by p.created_at desc, p.id limit 60`;
      const expectedRows = expected.map(({ user_id, email, display_name, role, created_at }) => [
        display_name ?? "—",
        email,
        user_id,
        role,
        `${created_at.toLocaleDateString("en-US", { ...zone, dateStyle: "medium" })}, ${created_at.toLocaleTimeString("sv", { ...zone, timeStyle: "short" })} GMT+9`,
        "Change roleLog",
      ]);
      await page.goto("/admin-console/users");
      await expect(title(page)).toHaveText(/^Users \([\d,]+\)$/);
      expect(await texts(page.getByRole("columnheader"))).toEqual([
        "Display Name",
        "Email",
        "User ID",
        "Role",
        "Created At",
        "Actions",
      ]);
      // Until scripts run, times are in UTC.
      await expect(page.locator("time").first()).toHaveText("Mar 3, 2150, 14:06 GMT+9");
      await expect(page.locator("time").first()).toHaveAttribute("datetime", "2150-03-03T05:06:07.500Z");
      expect(await cells(page.getByRole("table"))).toEqual(expectedRows.slice(0, 50));
      await expect(rows(page).nth(3).getByRole("cell").first()).toHaveText("—No display name");
      await expect(rows(page).nth(2).getByRole("cell").nth(3)).toHaveText("admin");
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
