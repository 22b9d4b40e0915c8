import type { Page } from "@playwright/test";
import { linkIn } from "../mail-server.ts";
import { externalSupabase } from "../product.ts";
import { newEmail, password, post, signInAsNew } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import type { MailingSite } from "./other-sites.ts";
import { toast } from "./pages.ts";

// One worker runs all these tests, because each further worker would start the same services again.
test.describe.configure({ mode: "default" });

test.skip(externalSupabase() !== undefined, "it is the embedded backend that mails by these settings");

const account = (page: Page) => page.getByRole("button", { name: /^Account/ });

/** Signs up and confirms the address by requests; the page's browser context then holds the session. */
async function addConfirmed(page: Page, { address, mailServer }: MailingSite, email: string): Promise<void> {
  await post(page.request, address, `${address}/api/auth/sign-up`, { email, password });
  const { searchParams } = linkIn(mailServer.mailsTo(email).at(-1)!);
  const link = { tokenHash: searchParams.get("token_hash"), type: searchParams.get("type") };
  const answer = await post(page.request, address, `${address}/api/auth/confirm`, link);
  expect(answer.status()).toBe(200);
}

test("users confirm their address and set a new password by links that are mailed to them", async ({
  page,
  mailing: { address, mailServer },
  visitor,
}) => {
  const email = newEmail("ada");
  const lastLink = () => linkIn(mailServer.mailsTo(email).at(-1)!).href;

  await page.goto(`${address}/auth`);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeFocused();
  const phone = await visitor({ viewport: { width: 390, height: 844 } });
  await phone.goto(lastLink());
  await phone.getByRole("button", { name: "Confirm and log in" }).click();
  await expect(account(phone)).toBeVisible();

  await page.goto(`${address}/auth?forgotten`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(toast(page, "If there is an account with this email")).toBeVisible();
  await page.goto(lastLink());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("New password").fill("a newer password");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Your password has been changed.")).toBeVisible();
});

test("users who ask for another address learn nothing of other accounts", async ({
  page,
  mailing,
  outside,
}) => {
  const { address, mailServer } = mailing;
  outside.expect(/status of 4(00|03|29)/);
  const [old, taken, wanted] = [newEmail("ada"), newEmail("grace"), newEmail("ada.lovelace")];
  for (const email of [taken, old]) await addConfirmed(page, mailing, email);
  const mailsToTaken = mailServer.mailsTo(taken).length;

  await page.goto(`${address}/profile/account`);
  const card = page.getByRole("region", { name: "Email" });
  const ask = async (email: string, secret = password) => {
    await card.getByRole("button", { name: "Change email" }).click();
    await card.getByLabel("New email").fill(email);
    await card.getByLabel("Current password").fill(secret);
    await page.keyboard.press("Enter");
  };
  const inbox = card.getByRole("heading", { name: "Check your inbox" });
  await ask(wanted, "not the password");
  await expect(card.getByText("This is not your current password.")).toBeVisible();
  await card.getByLabel("Current password").fill(password);
  await card.getByLabel("New email").fill(old.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(card.getByText("This is your address already.")).toBeVisible();
  expect(mailServer.mailsTo(wanted)).toEqual([]);
  // The page does not reveal that another account has this address.
  await card.getByLabel("New email").fill(taken);
  await page.keyboard.press("Enter");
  await expect(inbox).toBeFocused();
  await expectAccessible(page, "changing an address");
  expect(mailServer.mailsTo(taken)).toHaveLength(mailsToTaken);
  await card.getByRole("button", { name: "Done" }).click();
  await expect(card.getByRole("button", { name: "Change email" })).toBeFocused();
  await ask(wanted);
  await expect(toast(page, "before you ask for another mail.")).toBeVisible();
  expect(mailServer.mailsTo(wanted)).toEqual([]);
});

test("users change their address by a link that is mailed to the new one, and the old one is told", async ({
  page,
  mailing,
  request,
}) => {
  const { address, mailServer } = mailing;
  const [old, wanted] = [newEmail("ada"), newEmail("ada.lovelace")];
  await addConfirmed(page, mailing, old);
  const signIn = (email: string) =>
    post(request, address, `${address}/api/auth/sign-in`, { email, password });
  expect((await signIn(old)).status()).toBe(200);
  await page.goto(`${address}/profile/account`);
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill(wanted);
  await page.getByLabel("Current password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeFocused();
  await page.reload();
  await expect(page.getByText(old, { exact: true }).first()).toBeVisible();

  await page.goto(linkIn(mailServer.mailsTo(wanted).at(-1)!).href);
  await expect(page.getByRole("heading", { name: "Confirm your new email address" })).toBeVisible();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(toast(page, "Your email address has been changed.")).toBeVisible();
  await expect(page).toHaveURL(`${address}/profile/account`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(wanted.split("@")[0]!);
  // The session that the link starts replaces all others.
  await expect(page.getByRole("region", { name: "Sessions" }).getByRole("listitem")).toHaveCount(1);
  expect(mailServer.mailsTo(old).at(-1)?.subject).toBe(
    "The email address of your Lectern account was changed",
  );
  expect((await signIn(old)).status()).toBe(401);
  expect((await signIn(wanted)).status()).toBe(200);
});

test("users read whom to ask for another address where no mail is sent", { tag: "@long" }, async ({
  page,
  baseURL,
  silent,
}) => {
  await signInAsNew(page, baseURL!);
  await page.goto(`${silent}/profile/account`);
  const card = page.getByRole("region", { name: "Email" });
  await expect(card.getByText("This installation sends no mail,")).toBeVisible();
  await expect(card.getByRole("button")).toHaveCount(0);
  await expectAccessible(page, "account without mail");
  const data = { email: newEmail(), currentPassword: password };
  const answer = await page.request.post(`${silent}/api/auth/email`, { data, headers: { origin: silent } });
  expect(answer.status()).toBe(403);
});

test("users who forgot their password read whom to ask where no mail is sent", { tag: "@long" }, async ({
  page,
  silent,
}) => {
  await page.goto(`${silent}/auth`);
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeFocused();
  await expect(
    page.getByText(
      "This installation sends no mail. Ask its administrator for a link to set a new password.",
    ),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Send link" })).toHaveCount(0);
  await expectAccessible(page, "forgotten password without mail");
  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
});
