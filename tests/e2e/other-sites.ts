import { rm } from "node:fs/promises";
import type { WorkerFixture } from "@playwright/test";
import type postgres from "postgres";
import { freePort } from "../free-port.ts";
import { launch } from "../launch.ts";
import { type MailServer, startMailServer } from "../mail-server.ts";
import { copyEmptyInstallation } from "../prepared-installations.ts";
import { externalSupabase, type Product } from "../product.ts";
import { startConfirmingBackend } from "./confirming-backend.ts";
import { startSecondApp } from "./second-app.ts";
import { startTwoFactorBackend } from "./two-factor-backend.ts";

/** The product with an auth service that confirms addresses and mails codes, like a hosted one. */
export type ConfirmingSite = {
  baseURL: string;
  service: Awaited<ReturnType<typeof startConfirmingBackend>>;
};

/**
 * The product with a backend that supports second factors: the external Supabase that the tests were given, or else
 * an auth service of the tests in front of the embedded one.
 */
export type TwoFactorSite = {
  baseURL: string;
  backend: { SUPABASE_URL: string; SUPABASE_SECRET_KEY: string };
};

/** An installation of its own that sends mail and confirms addresses. */
export type MailingSite = { address: string; mailServer: MailServer };

/** URLs of further apps on the same installation with other settings. */
export type OtherApps = {
  /** An app that passes uploads on to the storage. */
  passing: string;
  /** An app whose backend sends no mail. */
  silent: string;
};

type Given = { product: Product; sql: postgres.Sql };

const appWith =
  (settings: Record<string, string>): WorkerFixture<string, Given> =>
  // The second app uses the installation of `product`, which it finds in the environment.
  async ({ product: _ }, use) => {
    const app = await startSecondApp(settings);
    await use(app.address);
    await app.stop();
  };

export const passingApp = appWith({ LECTERN_UPLOADS: "app" });
export const silentApp = appWith({ LECTERN_MAIL: "off" });

export const confirmingSite: WorkerFixture<ConfirmingSite, Given> = async ({ product }, use) => {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = product.environment;
  const service = await startConfirmingBackend(SUPABASE_URL);
  const keys = { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY };
  const app = await startSecondApp({ SUPABASE_URL: service.url, ...keys });
  await use({ baseURL: app.address, service });
  await app.stop();
  await service.stop();
};

export const twoFactorSite: WorkerFixture<TwoFactorSite, Given> = async ({ product, sql }, use) => {
  const { BASE_URL, SUPABASE_URL, SUPABASE_SECRET_KEY, JWT_SECRET } = product.environment;
  if (externalSupabase()) return use({ baseURL: BASE_URL, backend: { SUPABASE_URL, SUPABASE_SECRET_KEY } });
  const service = await startTwoFactorBackend(SUPABASE_URL, JWT_SECRET, sql);
  const backend = { SUPABASE_URL: service.url, SUPABASE_SECRET_KEY };
  const app = await startSecondApp(backend);
  await use({ baseURL: app.address, backend });
  await app.stop();
  await service.stop();
};

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs here
export const mailingSite: WorkerFixture<MailingSite, object> = async ({}, use) => {
  const mailServer = await startMailServer();
  const dataDir = await copyEmptyInstallation();
  const app = launch({
    LECTERN_DATA_DIR: dataDir,
    LECTERN_SEED: "none",
    PORT: String(await freePort()),
    SMTP_URL: mailServer.url,
    MAIL_FROM: "Lectern <lectern@example.org>",
    LECTERN_CONFIRM_SIGN_UPS: "on",
  });
  await use({ address: await app.ready, mailServer });
  await app.stop();
  await mailServer.stop();
  await rm(dataDir, { recursive: true, force: true });
};
