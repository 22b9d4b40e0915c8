import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { externalSupabase } from "../product.ts";
import { password, post, signIn, signInAsAdmin } from "./accounts.ts";
import { authenticator, scan } from "./authenticator.ts";
import { expectAccessible } from "./axe.ts";
import { test as base, expect } from "./fixtures.ts";
import { toast } from "./pages.ts";
import { runCommand } from "./run-command.ts";

const test = base.extend({ baseURL: ({ twoFactor }, use) => use(twoFactor.baseURL) });

// One worker runs all these tests, because each further worker would start the same services again.
base.describe.configure({ mode: "default" });

const refused = /status of 4\d\d/;
const wrong = "000000";
const section = (page: Page) => page.getByRole("region", { name: "Two-factor sign-in" });
const codeField = (page: Page) => page.getByLabel("Six-digit code");

base(
  "administrators read plainly that the embedded backend has no two-factor sign-in",
  async ({ page, baseURL, sql }) => {
    base.skip(externalSupabase() !== undefined, "this Supabase has two-factor sign-in");
    await signInAsAdmin(page, baseURL!, sql);
    await page.goto("/profile/account");
    await expect(section(page)).toContainText("This installation has no two-factor sign-in");
    await expect(section(page).getByRole("button")).toHaveCount(0);
    const first = { factorId: randomUUID(), code: wrong };
    for (const [path, body] of Object.entries({ "": {}, "/activate": first }))
      expect((await post(page.request, baseURL!, `/api/auth/two-factor${path}`, body)).status()).toBe(404);
  },
);

/** Turns two-factor sign-in on by requests, without the page; returns the authenticator app. */
async function turnOn(page: Page, baseURL: string) {
  const begun = await post(page.request, baseURL, "/api/auth/two-factor", {});
  const { factorId, secret } = await begun.json();
  const app = authenticator(secret);
  const first = { factorId, code: app.code() };
  const answer = await post(page.request, baseURL, "/api/auth/two-factor/activate", first);
  expect(answer.status()).toBe(200);
  return app;
}

async function logIn(page: Page, email: string) {
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

async function expectConsole(page: Page, isOpen: boolean) {
  const { pathname } = new URL((await page.request.get("/admin-console")).url());
  expect(pathname).toBe(isOpen ? "/admin-console" : "/");
}

const cookieNames = async (page: Page) =>
  (await page.context().cookies()).map(({ name }) => name).filter((name) => name !== "lectern-device");

test("administrators turn it on, log in with a code, and turn it off", async ({
  page,
  baseURL,
  visitor,
  sql,
  outside,
}) => {
  outside.expect(refused);
  const email = await signInAsAdmin(page, baseURL!, sql);
  await page.goto("/profile/account");
  await section(page).getByRole("button", { name: "Turn on" }).click();
  await section(page).getByRole("button", { name: "Cancel" }).click();
  await expect(section(page).getByRole("button", { name: "Turn on" })).toBeFocused();
  await page.keyboard.press("Enter");
  const uri = await scan(page);
  const app = authenticator(uri);
  expect([app.issuer, app.account]).toEqual(["Lectern", email]);
  await expect(section(page).getByText(app.secret.slice(0, 4))).toHaveText(
    app.secret.match(/.{4}/g)?.join(" ") ?? "",
  );
  await expectAccessible(page, "setting up two-factor sign-in");
  await codeField(page).fill(wrong);
  await page.keyboard.press("Enter");
  await expect(toast(page, "This code is not right.")).toBeVisible();
  await expect(codeField(page)).toHaveAccessibleDescription(/This code is not right\./);
  const code = app.code();
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Two-factor sign-in is on.")).toBeVisible();
  await expect(section(page).getByRole("button", { name: "Turn off" })).toBeFocused();
  await expectConsole(page, true);

  const elsewhere = await visitor();
  await logIn(elsewhere, email);
  await expect(codeField(elsewhere)).toBeFocused();
  await expectAccessible(elsewhere, "logging in with a code");
  expect(await cookieNames(elsewhere)).toEqual(["lectern-unfinished-session"]);
  await codeField(elsewhere).fill(wrong);
  await elsewhere.keyboard.press("Enter");
  await expect(toast(elsewhere, "This code is not right.")).toBeVisible();
  await codeField(elsewhere).fill(app.code());
  await elsewhere.keyboard.press("Enter");
  await expect(toast(elsewhere, "Logged in successfully!")).toBeVisible();
  expect((await cookieNames(elsewhere)).sort()).toEqual(["lectern-session", "lectern-signed-in"]);
  await expectConsole(elsewhere, true);

  await page.goto("/profile/account");
  await section(page).getByRole("button", { name: "Turn off" }).click();
  await codeField(page).fill(wrong);
  await page.keyboard.press("Enter");
  await expect(toast(page, "This code is not right.")).toBeVisible();
  await expect(codeField(page)).toHaveAccessibleDescription(/This code is not right\./);
  await codeField(page).fill(app.code());
  await page.keyboard.press("Enter");
  await expect(section(page).getByRole("button", { name: "Turn on" })).toBeFocused();
  const log = await sql`
    select event from private.audit_log
    where account_id = (select id from auth.users where email = ${email}) order by id`;
  expect(log.map(({ event }) => event)).toEqual([
    "signed in",
    "role changed",
    "wrong code",
    "two-factor on",
    "code asked for",
    "wrong code",
    "signed in",
    "wrong code",
    "two-factor off",
  ]);
  const third = await visitor();
  expect(await signIn(third, baseURL!, email)).toBe(false);
  await expectConsole(third, true);
});

test("a session that knows the password alone is no administrator's anywhere", async ({
  page,
  twoFactor,
  baseURL,
  visitor,
  sql,
  outside,
}) => {
  outside.expect(refused);
  const email = await signInAsAdmin(page, baseURL!, sql);
  await turnOn(page, baseURL!);
  const thief = await visitor();
  expect(await signIn(thief, baseURL!, email)).toBe(true);
  // The owner of a browser can read cookies that scripts cannot read.
  const [unfinished] = (await thief.context().cookies()).filter(({ name }) => name.includes("unfinished"));
  const value = unfinished?.value ?? "";
  await thief.context().addCookies([{ name: "lectern-session", value, url: baseURL! }]);
  await expectConsole(thief, false);
  expect((await (await thief.request.get("/api/viewer")).json()).role).toBe("user");
  for (const path of ["/api/auth/two-factor", "/api/auth/two-factor/remove", "/api/imports"]) {
    const answer = await post(thief.request, baseURL!, path, { code: wrong });
    expect(answer.status(), path).toBe(403);
  }
  const { access_token: token } = JSON.parse(
    Buffer.from(value.replace("base64-", ""), "base64url").toString(),
  );
  const headers = { authorization: `Bearer ${token}` };
  expect(await (await thief.request.post("/api/verify-admin", { headers })).json()).toEqual({
    isAdmin: false,
  });
  const { SUPABASE_PUBLISHABLE_KEY = "" } = process.env;
  const client = createClient(twoFactor.backend.SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    global: { headers },
  });
  expect((await client.from("profiles").select("user_id")).data).toHaveLength(1);
  expect((await client.from("user_roles").select("user_id")).data).toHaveLength(1);
  const upload = await client.storage.from("csv-imports").upload("thief.csv", Buffer.from("a,b\n"));
  expect(upload.error).not.toBeNull();
});

test("turning it on ends the sessions that did not give a code, and a new password asks for one", async ({
  page,
  twoFactor,
  baseURL,
  visitor,
  sql,
}) => {
  const email = await signInAsAdmin(page, baseURL!, sql);
  const old = await visitor();
  await signIn(old, baseURL!, email);
  const app = await turnOn(page, baseURL!);
  await expectConsole(old, false);

  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = twoFactor.backend;
  const { auth } = createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } });
  const { data } = await auth.admin.generateLink({ type: "recovery", email });
  const forgetful = await visitor({ viewport: { width: 390, height: 844 } });
  await forgetful.goto(`/auth/confirm?token_hash=${data.properties?.hashed_token}&type=recovery`);
  await forgetful.getByRole("button", { name: "Continue" }).click();
  await codeField(forgetful).fill(app.code());
  await forgetful.keyboard.press("Enter");
  await forgetful.getByLabel("New password").fill("a newer password");
  await forgetful.keyboard.press("Enter");
  await expect(toast(forgetful, "Your password has been changed.")).toBeVisible();
  await expectConsole(forgetful, true);
});

test("an administrator who has a second factor changes the password in the session that gave its code", {
  tag: "@long",
}, async ({ page, baseURL, sql }) => {
  const email = await signInAsAdmin(page, baseURL!, sql);
  await turnOn(page, baseURL!);
  await page.goto("/profile/account");
  const card = page.getByRole("region", { name: "Password" });
  await card.getByRole("button", { name: "Change password" }).click();
  await card.getByLabel("Current password").fill(password);
  await card.getByLabel("New password").fill("a newer password");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Your password has been changed.")).toBeVisible();
  const sessions = await sql`
    select s.aal from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
  expect(sessions.map(({ aal }) => aal)).toEqual(["aal2"]);
  await expectConsole(page, true);
});

test("an administrator who has become a user turns it off, and not on again", { tag: "@long" }, async ({
  page,
  baseURL,
  visitor,
  sql,
}) => {
  const email = await signInAsAdmin(page, baseURL!, sql);
  const app = await turnOn(page, baseURL!);
  await sql`delete from user_roles r using auth.users u where u.id = r.user_id and u.email = ${email}`;
  await page.goto("/profile/account");
  await section(page).getByRole("button", { name: "Turn off" }).click();
  await codeField(page).fill(app.code());
  await page.keyboard.press("Enter");
  await expect(section(page).getByText("Off", { exact: true })).toBeVisible();
  await expect(section(page).getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  expect(await signIn(await visitor(), baseURL!, email)).toBe(false);
});

test("wrong codes are braked, and an operator takes the factor off", async ({
  page,
  twoFactor,
  baseURL,
  visitor,
  sql,
  outside,
}) => {
  outside.expect(refused);
  const email = await signInAsAdmin(page, baseURL!, sql);
  const app = await turnOn(page, baseURL!);
  const guesser = await visitor();
  expect(await signIn(guesser, baseURL!, email)).toBe(true);
  const guess = async (code: string) =>
    (await post(guesser.request, baseURL!, "/api/auth/code", { code })).status();
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429) statuses.push(await guess(wrong));
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  expect(await guess(app.code())).toBe(429);
  // Attempts from the owner's browser are counted separately.
  const answer = await post(page.request, baseURL!, "/api/auth/two-factor/remove", { code: wrong });
  expect(answer.status()).toBe(403);

  const { output } = await runCommand("account", ["reset-two-factor", email], twoFactor.backend);
  expect(output).toContain(`The second factor of ${email} is removed: it signs in by its password alone.`);
  const owner = await visitor();
  expect(await signIn(owner, baseURL!, email)).toBe(false);
  await expectConsole(owner, true);
});

test("without a sign-in that was begun, a code opens nothing", async ({ request, baseURL }) => {
  const answer = await post(request, baseURL!, "/api/auth/code", { code: wrong });
  expect([answer.status(), (await answer.json()).message]).toEqual([
    401,
    "Your login took too long. Please log in again.",
  ]);
});
