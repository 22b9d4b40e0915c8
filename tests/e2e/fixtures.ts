import { type BrowserContextOptions, test as base, type Page } from "@playwright/test";
import postgres from "postgres";
import { Catalogue } from "./catalogue.ts";
import { Outside } from "./outside.ts";

export { expect } from "@playwright/test";

type Options = {
  /** Tests that change the catalogue run while no other test reads it. */
  access: "read" | "write";
};
type Fixtures = {
  outside: Outside;
  catalogue: Catalogue;
  /** A page of another visitor, watched like `page`; `options` go to its browser context. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
};
type WorkerFixtures = { sql: postgres.Sql };

/** One number for all tests of one database, as advisory locks want it. */
const CATALOGUE_LOCK = 51_002;

/**
 * Every test runs with the outside world answered by the test, and fails on anything that a page
 * must not do (see `Outside`). It sees a catalogue that no other test changes meanwhile.
 */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  access: ["read", { option: true }],

  sql: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it needs here
    async ({}, use) => {
      const { DATABASE_URL } = process.env;
      if (!DATABASE_URL) throw new Error("DATABASE_URL must point at the database behind BASE_URL");
      const sql = postgres(DATABASE_URL, { max: 3, onnotice: () => {} });
      await use(sql);
      await sql.end();
    },
    { scope: "worker" },
  ],

  catalogue: [
    async ({ sql, access, baseURL }, use) => {
      const session = await sql.reserve();
      const shared = access === "read";
      await (shared
        ? session`select pg_advisory_lock_shared(${CATALOGUE_LOCK})`
        : session`select pg_advisory_lock(${CATALOGUE_LOCK})`);
      const catalogue = new Catalogue(sql, baseURL ?? "");
      try {
        await use(catalogue);
      } finally {
        await catalogue.restore();
        await (shared
          ? session`select pg_advisory_unlock_shared(${CATALOGUE_LOCK})`
          : session`select pg_advisory_unlock(${CATALOGUE_LOCK})`);
        session.release();
      }
    },
    { auto: true, timeout: 120_000 },
  ],

  outside: [
    async ({ context }, use) => {
      const outside = new Outside();
      await outside.watch(context);
      await use(outside);
      if (outside.problems.length > 0)
        throw new Error(`What must not happen on a page:\n${outside.problems.join("\n")}`);
    },
    { auto: true },
  ],

  visitor: async ({ browser, baseURL, outside }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options });
      contexts.push(context);
      await outside.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});
