import { rm } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { revalidate } from "../../scripts/serve.ts";
import { linkIn, type MailServer, startMailServer } from "../mail-server.ts";
import { freePort, launch } from "../product.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { newEmail, password } from "./accounts.ts";
import { expectAccessible } from "./axe.ts";
import { test as base, expect } from "./fixtures.ts";
import { toast } from "./pages.ts";
import { startSecondApp } from "./second-app.ts";

type Sites = {
  /** An installation that sends mail and confirms addresses. */
  mailing: { address: string; mailServer: MailServer };
  /** The address of an app whose backend sends no mail. */
  silent: string;
};

const test = base.extend<Sites>({
  mailing: async ({ context }, use) => {
    const mailServer = await startMailServer();
    const dataDir = await temporaryDirectory();
    const app = launch({
      LECTERN_DATA_DIR: dataDir,
      LECTERN_SEED: "none",
      PORT: String(await freePort()),
      SMTP_URL: mailServer.url,
      MAIL_FROM: "Lectern <lectern@example.org>",
      LECTERN_CONFIRM_SIGN_UPS: "on",
    });
    await use({ address: await app.ready, mailServer });
    await leave(context);
    await app.stop();
    await mailServer.stop();
    await rm(dataDir, { recursive: true, force: true });
  },

  silent: async ({ context }, use) => {
    const SUPABASE_SECRET_KEY = "no-such-key";
    const app = await startSecondApp({ SUPABASE_SECRET_KEY, LECTERN_MAIL: "off" });
    // As `npm start` does: the page is part of the build.
    await revalidate(app.address, SUPABASE_SECRET_KEY);
    await use(app.address);
    await leave(context);
    await app.stop();
  },
});

/** Pages ask the server now and then, and would find it gone. */
async function leave(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.goto("about:blank");
}

const account = (page: Page) => page.getByRole("button", { name: /^Account/ });

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

test("users who forgot their password read whom to ask where no mail is sent", async ({ page, silent }) => {
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
