import { cookieHeader, password, sessionOf, signInAsAdmin } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { fileField, importPage, progress } from "./imports.ts";
import { toast } from "./pages.ts";
import { ask, connectionsOf } from "./raw-request.ts";

const now = () => Math.floor(Date.now() / 1000);

test("requests at the same time with an ended session all keep it", async ({ request, baseURL, sql }) => {
  await signInAsAdmin(request, baseURL!, sql);
  const ended = { ...(await sessionOf(request)), expires_at: now() - 1 };
  const cookie = `lectern-session=base64-${Buffer.from(JSON.stringify(ended)).toString("base64url")}`;
  const call = (path: string, header = cookie) => ask(baseURL!, path, { headers: { cookie: header } });
  const answers = await Promise.all(Array.from({ length: 6 }, () => call("/api/viewer")));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await call("/api/viewer")).status).toBe(200);
  const renewed = (answers[0]!.headers["set-cookie"] as string[])[0]!.split(";")[0]!;
  expect((await call("/admin-console", renewed)).status).toBe(200);
});

test("the console may send files to the storage, and no other page may", async ({
  request,
  sql,
  baseURL,
}) => {
  await signInAsAdmin(request, baseURL!, sql);
  const cookie = await cookieHeader(request);
  const { origin } = new URL(process.env.SUPABASE_URL ?? "");
  const connect = async (path: string, headers: Record<string, string> = {}) =>
    connectionsOf(await ask(baseURL!, path, { headers }));
  // By default, uploads go directly to an external Supabase.
  expect(await connect("/admin-console/import", { cookie })).toBe(`'self' ${origin}`);
  for (const path of ["/", "/profile", "/api/viewer"]) {
    expect(await connect(path, { cookie }), path).toBe("'self'");
  }
  expect(await connect("/admin-console/import")).toBe("'self'");
});

test("an administrator who signs in on the way to the console can upload to the storage", async ({
  page,
  sql,
  baseURL,
}) => {
  const email = await signInAsAdmin(page, baseURL!, sql);
  await page.context().clearCookies();
  await page.goto(`/auth?next=${encodeURIComponent(importPage)}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(importPage);
  await expect(toast(page, "Logged in successfully!")).toBeVisible();
  await expect(fileField(page)).toBeEnabled();
  const upload = page.waitForResponse((response) =>
    response.url().startsWith(`${process.env.SUPABASE_URL}/storage/`),
  );
  await fileField(page).setInputFiles({
    name: "empty.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Course Name,lecture name,youtube\n"),
  });
  expect((await upload).ok()).toBe(true);
  await expect(progress(page)).toBeVisible();
  await sql`delete from import_jobs where user_id = (select id from auth.users where email = ${email})`;
});
