import type { APIRequestContext, Page } from "@playwright/test";
import { newEmail, password, post } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { test as base, expect } from "./fixtures.ts";
import type { ConfirmingSite } from "./other-sites.ts";
import { toast } from "./pages.ts";

// These tests use an auth service of the tests that also mails codes, like a hosted one.

type Service = ConfirmingSite["service"];

const test = base.extend<{ service: Service }>({
  service: ({ confirming }, use) => use(confirming.service),
  baseURL: ({ confirming }, use) => use(confirming.baseURL),
});

// One worker runs all these tests, because each further worker would start the same services again.
base.describe.configure({ mode: "default" });

const refused = /status of 4\d\d/;

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeFocused();
}

const byToken = (service: Service, email: string, type: string) =>
  `/auth/confirm?token_hash=${service.lastMail(email)?.tokenHash}&type=${type}`;
const account = (page: Page) => page.getByRole("button", { name: /^Account/ });

/** The same by a request, without the page; the mail is sent. */
async function askToSignUp(request: APIRequestContext, baseURL: string, email: string): Promise<void> {
  const answer = await post(request, baseURL, "/api/auth/sign-up", { email, password });
  expect(await answer.json()).toMatchObject({ needsConfirmation: true });
}

async function addConfirmed(request: APIRequestContext, baseURL: string, service: Service, email: string) {
  await askToSignUp(request, baseURL, email);
  const link = { tokenHash: service.lastMail(email)?.tokenHash, type: "signup" };
  expect((await post(request, baseURL, "/api/auth/confirm", link)).status()).toBe(200);
}

test("visitors sign up, are told to check their inbox, and are signed in by the link on another device", async ({
  page,
  visitor,
  service,
  outside,
}) => {
  outside.expect(refused);
  const email = newEmail("ada");
  await signUp(page, email);
  await expect(page.getByText(email)).toBeVisible();
  await expect(toast(page, "Account created successfully!")).toHaveCount(0);
  await expectAccessible(page, "check your inbox");
  const phone = await visitor({ viewport: { width: 390, height: 844 } });
  const link = byToken(service, email, "signup");
  // The request of a program that checks the links in mails.
  expect((await phone.request.get(link)).ok()).toBe(true);
  await phone.goto(link);
  await expect(phone.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await expectAccessible(phone, "link of a mail");
  await phone.getByRole("button", { name: "Confirm and log in" }).click();
  await expect(toast(phone, "Logged in successfully!")).toBeVisible();
  await expect(account(phone)).toBeVisible();
  await phone.goto(link);
  await phone.getByRole("button", { name: "Confirm and log in" }).click();
  await expect(phone.getByText("This link is invalid or has expired.")).toBeVisible();
  await expectAccessible(phone, "used link");
});

test("a mail can be sent again after a pause, which counts down and is the same without an account", async ({
  page,
  service,
  sql,
  outside,
  baseURL,
}) => {
  outside.expect(refused);
  const email = newEmail("grace");
  await page.clock.install();
  await signUp(page, email);
  const button = page.getByRole("button", { name: /^Send it again/ });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveText(/in \d+ s$/);
  await page.clock.fastForward("02:00");
  await expect(button).toHaveText("Send it again");
  // The server's own clock has not advanced, so the server names the remaining seconds.
  await button.click();
  await expect(toast(page, "before you ask for another mail.")).toBeVisible();
  await expect(button).toHaveText(/in \d+ s$/);
  await sql`update private.sign_in_attempts set blocked_until = '-infinity'`;
  await page.clock.fastForward("02:00");
  await button.click();
  await expect(toast(page, "We have sent the mail again.")).toBeVisible();
  expect(service.mails.filter(({ to }) => to === email)).toHaveLength(2);

  const unknown = newEmail("nobody");
  const headers = { origin: baseURL! };
  const resend = () => page.request.post("/api/auth/resend", { data: { email: unknown }, headers });
  const [sent, braked] = [await resend(), await resend()];
  expect([sent.status(), braked.status()]).toEqual([200, 429]);
  expect(Number(braked.headers()["retry-after"])).toBeGreaterThan(0);
  expect(service.lastMail(unknown)).toBeUndefined();
});

test("users who log in before they opened the link are told to check their inbox, and go on once they did", async ({
  page,
  context,
  service,
  outside,
}) => {
  outside.expect(refused);
  const email = newEmail("mary");
  await signUp(page, email);
  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeFocused();
  const otherTab = await context.newPage();
  // In the browser that requested the mail, a link with a code signs in at once.
  await otherTab.goto(`/auth/confirm?code=${service.lastMail(email)?.code}`);
  await expect(account(otherTab)).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(account(page)).toBeVisible();
});

test("users who sign up again are told the same, and mailed a link to log in", async ({
  page,
  request,
  baseURL,
  service,
}) => {
  const email = newEmail("edith");
  await addConfirmed(request, baseURL!, service, email);
  await signUp(page, email);
  expect(service.lastMail(email)?.kind).toBe("magiclink");
  await page.goto(byToken(service, email, "magiclink"));
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(account(page)).toBeVisible();
});

test("users with a link by a code on another device read what is left to do", { tag: "@long" }, async ({
  request,
  baseURL,
  visitor,
  service,
  outside,
}) => {
  outside.expect(refused);
  const email = newEmail("rosa");
  await askToSignUp(request, baseURL!, email);
  const phone = await visitor({ viewport: { width: 390, height: 844 } });
  await phone.goto(`/auth/confirm?code=${service.lastMail(email)?.code}`);
  await expect(phone.getByText("Your email address is confirmed. Please log in.")).toBeVisible();
  await expectAccessible(phone, "confirmed on another device");
  await phone.goto("/auth/confirm?next=/auth/new-password&code=1");
  await expect(phone.getByText("This link works only in the browser that asked for it.")).toBeVisible();
  await phone.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(phone.getByRole("heading", { name: "Forgot password" })).toBeVisible();
});

test("users set a new password by a link that they open on another device", { tag: "@long" }, async ({
  request,
  baseURL,
  visitor,
  service,
}) => {
  const email = newEmail("lise");
  await addConfirmed(request, baseURL!, service, email);
  expect((await post(request, baseURL!, "/api/auth/recover", { email })).status()).toBe(200);
  const phone = await visitor({ viewport: { width: 390, height: 844 } });
  await phone.goto(byToken(service, email, "recovery"));
  await phone.getByRole("button", { name: "Continue" }).click();
  await phone.getByLabel("New password").fill("a newer password");
  await phone.keyboard.press("Enter");
  await expect(toast(phone, "Your password has been changed.")).toBeVisible();
});

test("users set a new password by a link with a code in the browser that asked for it", {
  tag: "@long",
}, async ({ page: desk, request, baseURL, service }) => {
  const email = newEmail("hertha");
  await addConfirmed(request, baseURL!, service, email);
  await desk.goto("/auth?forgotten");
  await desk.getByLabel("Email").fill(email);
  await desk.getByRole("button", { name: "Send link" }).click();
  await expect(toast(desk, "If there is an account with this email")).toBeVisible();
  await desk.goto(`/auth/confirm?next=/auth/new-password&code=${service.lastMail(email)?.code}`);
  await desk.getByLabel("New password").fill("a newer password");
  await desk.keyboard.press("Enter");
  await expect(toast(desk, "Your password has been changed.")).toBeVisible();
});

test("an outage leaves a link good", { tag: "@long" }, async ({ page, baseURL, service, outside }) => {
  outside.expect(/status of 503/);
  const email = newEmail("emmy");
  await askToSignUp(page.request, baseURL!, email);
  service.isDown = true;
  for (const link of [
    `/auth/confirm?code=${service.lastMail(email)?.code}`,
    byToken(service, email, "signup"),
  ]) {
    await page.goto(link);
    const confirm = page.getByRole("button", { name: "Confirm and log in" });
    const again = page.getByRole("button", { name: "Try again" });
    if (!link.includes("code=")) await confirm.click();
    await expect(
      page.getByText("Your account could not be reached. Please try again in a moment."),
    ).toBeVisible();
    await expect(again).toBeVisible();
  }
  service.isDown = false;
  await page.goto(`/auth/confirm?code=${service.lastMail(email)?.code}`);
  await expect(account(page)).toBeVisible();
});

test("what visitors try during an outage does not count as failed", { tag: "@long" }, async ({
  request,
  baseURL,
  service,
}) => {
  const email = newEmail("maria");
  await addConfirmed(request, baseURL!, service, email);
  // To the first, a mail was sent a moment ago.
  const other = newEmail("sofia");
  const tries = [
    () => post(request, baseURL!, "/api/auth/sign-in", { email, password }),
    () => post(request, baseURL!, "/api/auth/recover", { email }),
    () => post(request, baseURL!, "/api/auth/resend", { email: other }),
  ];
  for (const attempt of tries) {
    service.isDown = true;
    for (let count = 0; count < 8; count++) expect((await attempt()).status()).toBe(503);
    service.isDown = false;
    expect((await attempt()).status()).toBe(200);
  }
});

test("a stranger who asks for mails again and again does not stop the owner on a device of the account", async ({
  request,
  baseURL,
  service,
  visitor,
}) => {
  const email = newEmail("hedy");
  await addConfirmed(request, baseURL!, service, email);
  expect((await post(request, baseURL!, "/api/auth/sign-in", { email, password })).status()).toBe(200);
  const stranger = (await visitor()).request;
  const ask = async (from: APIRequestContext) =>
    (await post(from, baseURL!, "/api/auth/recover", { email })).status();
  for (let count = 0; count < 5; count++) await ask(stranger);
  expect([await ask(stranger), await ask(request)]).toEqual([429, 200]);
});
