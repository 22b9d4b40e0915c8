import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
  type TestInfo,
} from "@playwright/test";
import postgres from "postgres";
import { type Product, startProduct } from "../product.ts";
import { Catalogue } from "./catalogue.ts";
import { ContextPool, type PooledContext } from "./context-pool.ts";
import {
  type ConfirmingSite,
  confirmingSite,
  type MailingSite,
  mailingSite,
  type OtherApps,
  passingApp,
  silentApp,
  type TwoFactorSite,
  twoFactorSite,
} from "./other-sites.ts";
import { Outside } from "./outside.ts";

export { expect } from "@playwright/test";

type Fixtures = {
  /** The options of `context`: all that `test.use` may set. Another one has to be added, as the pool goes by them. */
  options: BrowserContextOptions;
  /** Whether no test has used the browser contexts before: the test needs that nothing is cached in them. */
  hasNewContexts: boolean;
  /** What `context` and `page` are of. */
  pooled: PooledContext;
  outside: Outside;
  catalogue: Catalogue;
  /** Opens a page of another visitor, watched like `page`; `options` are passed to its browser context. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
  /** Makes a client like `request`, which has no pages, with a session of its own. */
  client: () => Promise<APIRequestContext>;
};
type WorkerFixtures = OtherApps & {
  product: Product;
  sql: postgres.Sql;
  pool: ContextPool;
  confirming: ConfirmingSite;
  twoFactor: TwoFactorSite;
  mailing: MailingSite;
};

async function giveBack(
  taken: PooledContext[],
  { pool, outside, testInfo }: { pool: ContextPool; outside: Outside; testInfo: TestInfo },
): Promise<void> {
  const hasFailed = testInfo.status !== testInfo.expectedStatus || outside.problems.length > 0;
  for (const pooled of taken) {
    if (hasFailed) await attachScreenshots(pooled.context, testInfo);
    await pool.giveBack(pooled, hasFailed);
  }
}

async function attachScreenshots(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  for (const page of context.pages()) {
    const path = testInfo.outputPath(`failed-${testInfo.attachments.length + 1}.png`);
    // A page that does not answer must not hide why the test has failed.
    const picture = await page.screenshot({ path, timeout: 5_000 }).catch(() => null);
    if (picture) testInfo.attachments.push({ name: "screenshot", path, contentType: "image/png" });
  }
}

/**
 * In every test, requests to other hosts are answered by the test, and the test fails on anything that a page
 * must not do (see `Outside`). Each worker has its own installation with the preset catalogue and runs one
 * test at a time, so tests do not affect each other; its browser contexts are made like new between them.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs here
    async ({}, use) => {
      const product = await startProduct();
      // Commands and second apps that a test starts must use the same installation.
      Object.assign(process.env, product.environment);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],

  baseURL: ({ product }, use) => use(product.environment.BASE_URL),

  sql: [
    async ({ product }, use) => {
      const sql = postgres(product.environment.DATABASE_URL, { max: 3, onnotice: () => {} });
      await use(sql);
      await sql.end();
    },
    { scope: "worker" },
  ],

  // These are here although few tests use them: a file with its own worker fixtures would need its own workers.
  confirming: [confirmingSite, { scope: "worker" }],
  twoFactor: [twoFactorSite, { scope: "worker" }],
  mailing: [mailingSite, { scope: "worker", timeout: 180_000 }],
  passing: [passingApp, { scope: "worker" }],
  silent: [silentApp, { scope: "worker" }],

  catalogue: [
    async ({ sql }, use) => {
      const catalogue = new Catalogue(sql);
      try {
        await use(catalogue);
      } finally {
        await catalogue.restore();
      }
    },
    { auto: true, timeout: 120_000 },
  ],

  pool: [({ browser }, use) => use(new ContextPool(browser)), { scope: "worker" }],

  options: (
    {
      baseURL,
      colorScheme,
      contextOptions,
      deviceScaleFactor,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      timezoneId,
      userAgent,
      viewport,
    },
    use,
  ) =>
    use({
      ...contextOptions,
      baseURL,
      colorScheme,
      deviceScaleFactor,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      timezoneId,
      userAgent,
      viewport,
    }),

  hasNewContexts: [false, { option: true }],

  pooled: async ({ pool, options, hasNewContexts, outside }, use, testInfo) => {
    const pooled = await pool.take(options, outside, hasNewContexts);
    await use(pooled);
    await giveBack([pooled], { pool, outside, testInfo });
  },
  context: ({ pooled }, use) => use(pooled.context),
  page: ({ pooled }, use) => use(pooled.page),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs here
  outside: async ({}, use) => {
    const outside = new Outside();
    await use(outside);
    if (outside.problems.length > 0)
      throw new Error(`What must not happen on a page:\n${outside.problems.join("\n")}`);
  },

  visitor: async ({ pool, options, hasNewContexts, outside }, use, testInfo) => {
    const taken: PooledContext[] = [];
    await use(async (others = {}) => {
      const pooled = await pool.take({ ...options, ...others }, outside, hasNewContexts);
      taken.push(pooled);
      return pooled.page;
    });
    await giveBack(taken, { pool, outside, testInfo });
  },

  client: async ({ playwright, baseURL }, use) => {
    const made: APIRequestContext[] = [];
    await use(async () => {
      const client = await playwright.request.newContext({ baseURL });
      made.push(client);
      return client;
    });
    for (const client of made) await client.dispose();
  },
});
