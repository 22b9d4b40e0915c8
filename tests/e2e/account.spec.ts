import type { Page } from "@playwright/test";
import { addAccount, newEmail, password, post, sessionOf, signIn, signInAsNew } from "./accounts.ts";
import { expectAccessible, expectNoViolations, findSidewaysScrolling } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { holdRequests, toast } from "./pages.ts";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

const section = (page: Page, name: string) => page.getByRole("region", { name });

async function openAccount(page: Page): Promise<void> {
  await page.goto("/profile/account");
  await expect(section(page, "Sessions")).toBeVisible();
}

test("visitors are asked to sign in before they see an account", async ({ page }) => {
  await page.goto("/profile/account");
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  const link = page.getByRole("main").getByRole("link", { name: "Sign In" });
  await expect(link).toHaveAttribute("href", "/auth?next=%2Fprofile%2Faccount");
});

test("learners give themselves a display name, and the specified name stays the one of their address", async ({
  page,
  baseURL,
  sql,
}) => {
  const email = await signInAsNew(page, baseURL!);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await expect(page).toHaveURL("/profile/account");
  await expect(page.getByRole("link", { name: "Account", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const name = section(page, "Display name");
  await expect(name.getByText("You have no display name.")).toBeVisible();
  await name.getByRole("button", { name: "Add a name" }).click();
  await expect(name.getByLabel("Display name")).toBeFocused();
  await name.getByLabel("Display name").fill("  Ada <b>Lovelace</b>\u202e ");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Your display name has been saved.")).toBeVisible();
  await expect(name.getByText("Ada <b>Lovelace</b>", { exact: true })).toBeVisible();
  await expect(name.getByRole("button", { name: "Change name" })).toBeFocused();
  await page.reload();
  await expect(name.getByText("Ada <b>Lovelace</b>", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(email.split("@")[0]!);
  const [profile] = await sql`
    select display_name from profiles p join auth.users u on u.id = p.user_id where email = ${email}`;
  expect(profile).toEqual({ display_name: "Ada <b>Lovelace</b>" });

  await name.getByRole("button", { name: "Change name" }).click();
  await name.getByLabel("Display name").fill("a".repeat(101));
  await page.keyboard.press("Enter");
  await expect(toast(page, "Display name must be at most 100 characters")).toBeVisible();
  await name.getByRole("button", { name: "Cancel" }).click();
  await expect(name.getByRole("button", { name: "Change name" })).toBeFocused();

  // The response to a form that was cancelled does not close the next one.
  const release = await holdRequests(page, /\/api\/auth\/name$/);
  await name.getByRole("button", { name: "Change name" }).click();
  await name.getByLabel("Display name").fill("Countess");
  await page.keyboard.press("Enter");
  await name.getByRole("button", { name: "Cancel" }).click();
  await name.getByRole("button", { name: "Change name" }).click();
  await name.getByLabel("Display name").fill("Ada");
  release();
  await expect(toast(page, "Your display name has been saved.")).toBeVisible();
  await expect(name.getByLabel("Display name")).toHaveValue("Ada");
});

test("users change their password by the old one, and are signed out everywhere else", async ({
  page,
  baseURL,
  context,
  request,
  visitor,
  outside,
}) => {
  outside.expect(/status of 40[13]/);
  const email = await signInAsNew(page, baseURL!);
  const phone = await visitor({ userAgent: iPhone });
  await signIn(phone, baseURL!, email);
  // A copy of this session, as malware would make it.
  const thief = await visitor({ storageState: await context.storageState() });
  expect((await thief.request.get("/api/viewer")).status()).toBe(200);
  await openAccount(page);
  const card = section(page, "Password");
  await card.getByRole("button", { name: "Change password" }).click();
  await expect(card.getByLabel("Current password")).toBeFocused();
  await card.getByLabel("Current password").fill("not the password");
  await card.getByLabel("New password").fill("       ");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Blanks alone are no password")).toBeVisible();
  await card.getByLabel("New password").fill("four quiet green words");
  await page.keyboard.press("Enter");
  await expect(card.getByText("This is not your current password.")).toBeVisible();
  await expect(card.getByLabel("Current password")).toBeFocused();
  await card.getByLabel("Current password").fill(password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Your password has been changed.")).toBeVisible();
  await expect(card.getByRole("button", { name: "Change password" })).toBeFocused();

  const devices = section(page, "Sessions").getByRole("listitem");
  await expect(devices).toHaveCount(1);
  await expect(devices).toContainText("This device");
  for (const other of [phone, thief])
    await expect.poll(async () => (await other.request.get("/api/viewer")).status()).toBe(401);
  expect((await page.request.get("/api/viewer")).status()).toBe(200);
  const again = (secret: string) => post(request, baseURL!, "/api/auth/sign-in", { email, password: secret });
  expect((await again(password)).status()).toBe(401);
  expect((await again("four quiet green words")).status()).toBe(200);
});

test("a browser that was left alone can neither set a password nor guess the old one", async ({
  request,
  baseURL,
  sql,
}) => {
  await signInAsNew(request, baseURL!);
  const change = (body: object) => post(request, baseURL!, "/api/auth/password", body, "198.51.100.7");
  const withoutOld = await change({ password: "a newer password" });
  expect(withoutOld.status()).toBe(403);
  expect(await withoutOld.json()).toMatchObject({ code: "no_password" });
  const guess = (currentPassword: string) => change({ password: "a newer password", currentPassword });
  const known = await sql`select key from private.sign_in_attempts`;
  for (const failure of await Promise.all(Array.from({ length: 5 }, (_, n) => guess(`guess ${n}`))))
    expect(failure.status()).toBe(403);
  // Blocks last only seconds; this prolongs them for slow machines.
  await sql`
    update private.sign_in_attempts set blocked_until = clock_timestamp() + interval '1 minute'
    where blocked_until > '-infinity' and key <> all (${known.map(({ key }) => key)})`;
  expect((await guess(password)).status()).toBe(429);
});

test("those who have no fresh link are led to where they can set a password", async ({
  page,
  baseURL,
  outside,
}) => {
  outside.expect(/status of 403/);
  await page.goto("/auth/new-password");
  await expect(page.getByText("Your link has been used, or is older than 15 minutes.")).toBeVisible();
  await expect(page.getByLabel("New password")).toBeHidden();
  const email = await signInAsNew(page, baseURL!);
  await page.goto("/auth/new-password");
  await expectAccessible(page, "new password");
  await page.getByLabel("New password").fill("a newer password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Please ask for a new one." })).toBeVisible();
  await expectAccessible(page, "stale link");
  await expect(page.getByRole("link", { name: "I know my password" })).toHaveAttribute(
    "href",
    "/profile/account",
  );
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(toast(page, "If there is an account with this email")).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("users who turn back from a forgotten password are led on, also where their account is known late", {
  tag: "@long",
}, async ({ page, baseURL }) => {
  await signInAsNew(page, baseURL!);
  const known = Promise.withResolvers<void>();
  await page.route("**/api/viewer", async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.goto("/auth?forgotten");
  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByRole("tabpanel", { name: "Login" })).toBeVisible();
  known.resolve();
  await expect(page).toHaveURL("/");
});

test("users see where they are signed in, and end that elsewhere; axe finds nothing, and nothing scrolls sideways", async ({
  page,
  baseURL,
  visitor,
  outside,
}) => {
  outside.expect(/status of 401/);
  const email = await signInAsNew(page, baseURL!);
  const phone = await visitor({ userAgent: iPhone, viewport: { width: 390, height: 844 } });
  await signIn(phone, baseURL!, email);
  await openAccount(page);
  const devices = section(page, "Sessions").getByRole("listitem");
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText("This device");
  await expect(devices.first().getByRole("button")).toHaveCount(0);
  await expect(devices.last()).toContainText("Safari on iPhone");
  await expect(devices.last()).toContainText("from 127.0.0.1");
  await expect(devices.last()).toContainText("Active within the last hour");
  await expectNoViolations(page, "account");
  expect(await findSidewaysScrolling(page)).toEqual([]);
  for (const name of ["Add a name", "Change email", "Change password"])
    await page.getByRole("button", { name }).click();
  await expectNoViolations(page, "account with open forms");
  expect(await findSidewaysScrolling(page)).toEqual([]);
  const { access_token, refresh_token } = await sessionOf(phone);

  await devices.last().getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(toast(page, "That device is signed out.")).toBeVisible();
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Sessions" })).toBeFocused();
  // Both tokens of the session are now invalid.
  const { SUPABASE_URL: api = "", SUPABASE_PUBLISHABLE_KEY: apikey = "" } = process.env;
  const refresh = await page.request.post(`${api}/auth/v1/token?grant_type=refresh_token`, {
    headers: { apikey },
    data: { refresh_token },
  });
  expect(refresh.status()).toBe(400);
  const read = await page.request.get(`${api}/rest/v1/user_progress`, {
    headers: { apikey, authorization: `Bearer ${access_token}` },
  });
  expect(await read.text()).not.toContain("record_id");
  await phone.goto("/profile/account");
  await expect(section(phone, "Sessions")).toHaveCount(0);
});

test("users sign out everywhere at once", async ({ page, request, baseURL, outside }) => {
  outside.expect(/status of 401/);
  const email = await signInAsNew(page, baseURL!);
  await signIn(request, baseURL!, email);
  await openAccount(page);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(toast(page, "Signed out successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  // The app caches the auth service's answer about a token for some seconds.
  await expect.poll(async () => (await request.get("/api/viewer")).status()).toBe(401);
});

test("of many sessions the latest are shown first, and the others when they are asked for", {
  tag: "@long",
}, async ({ page, baseURL, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  await sql`
    insert into auth.sessions (id, user_id, created_at)
    select gen_random_uuid(), id, now() - make_interval(days => n) from auth.users, generate_series(1, 9) n
    where email = ${email}`;
  await openAccount(page);
  const devices = section(page, "Sessions").getByRole("listitem");
  await expect(devices).toHaveCount(5);
  await expect(devices.nth(1)).toContainText("Unknown device");
  await expect(devices.nth(1)).toContainText("yesterday");
  await page.getByRole("button", { name: "Show 5 more" }).click();
  await expect(devices).toHaveCount(10);
  await expect(page.getByRole("list", { name: "Sessions" })).toBeFocused();
});

test("what was typed is there again for who signs in after the session has ended, and for nobody else", {
  tag: "@long",
}, async ({ page, baseURL, outside }) => {
  outside.expect(/status of 401/);
  const email = await signInAsNew(page, baseURL!);
  const other = newEmail();
  await addAccount(other);
  await openAccount(page);
  const name = page.getByRole("textbox", { name: "Display name" });
  const open = (button: string) => page.getByRole("button", { name: button }).click();
  await open("Change password");
  await page.getByLabel("Current password").fill(password);
  await open("Change email");
  await page.getByLabel("New email").fill("ada@example.com");
  await section(page, "Email").getByLabel("Current password").fill(password);
  await open("Add a name");
  await name.fill("Ada");
  await page.context().clearCookies({ name: /^lectern-session/ });
  await page.keyboard.press("Enter");
  await expect(toast(page, "Not authenticated")).toBeVisible();

  const signInAgain = async (as: string) => {
    await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
    await page.getByLabel("Email").fill(as);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/profile/account");
    await expect(section(page, "Sessions")).toBeVisible();
  };
  await signInAgain(other);
  await expect(page.getByRole("button", { name: "Add a name" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  await signInAgain(email);
  await expect(name).toHaveValue("Ada");
  await expect(page.getByLabel("New email")).toHaveValue("ada@example.com");
  // A password field is always cleared.
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Your display name has been saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Change email" })).toBeVisible();

  // A page that is loaded after the session has ended leaves the focus where it is.
  await page.context().clearCookies({ name: /^lectern-session/ });
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("body");
});

test("users neither see nor end a session of another account", async ({ page, baseURL, visitor, sql }) => {
  const email = await signInAsNew(page, baseURL!);
  const [session] = await sql`
    select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
  const stranger = await visitor();
  await signInAsNew(stranger, baseURL!, "eve");
  const headers = { origin: new URL(baseURL!).origin };
  const end = (id: string) => stranger.request.delete(`/api/auth/sessions/${id}`, { headers });
  expect((await end(session?.id)).status()).toBe(404);
  expect((await end("nonsense")).status()).toBe(404);
  const { sessions } = await (await stranger.request.get("/api/auth/account")).json();
  expect(sessions).toHaveLength(1);
  expect(sessions[0].id).not.toBe(session?.id);
  expect((await page.request.get("/api/viewer")).status()).toBe(200);
  await sql`delete from auth.sessions where id = ${sessions[0].id}`;
  expect((await stranger.request.get("/api/auth/account")).status()).toBe(401);
});

test("an account that cannot be read says so, and is read again when it is asked to", {
  tag: "@long",
}, async ({ page, baseURL, outside }) => {
  outside.expect(/status of 500/);
  await signInAsNew(page, baseURL!);
  await page.route(
    "**/api/auth/account",
    (route) => route.fulfill({ status: 500, json: { message: "no" } }),
    {
      times: 1,
    },
  );
  await page.goto("/profile/account");
  await expect(page.getByRole("heading", { name: "Your profile could not be loaded" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(section(page, "Sessions")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});
