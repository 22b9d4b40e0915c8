import { rm } from "node:fs/promises";
import { startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { freePort } from "./free-port.ts";
import { launch } from "./launch.ts";
import { copyPresetInstallation } from "./prepared-installations.ts";
import { addStandingAdministrator } from "./standing-administrator.ts";

export type Product = Awaited<ReturnType<typeof startProduct>>;

/**
 * The product with its preset catalogue, on a backend that the tests can also reach: an embedded one of its own, or
 * the one that `npm run test:supabase` names. The app runs as with any external Supabase that its settings name.
 */
export async function startProduct() {
  const { stop: stopBackend, ...environment } = externalSupabase() ?? (await startEmbedded());
  await addStandingAdministrator(environment.DATABASE_URL);
  const port = await freePort();
  const settings = {
    // This lets a test act as many visitors with different addresses.
    TRUSTED_PROXIES: "127.0.0.1, ::1",
    // Every page shows the test's latest changes, even if the machine is busy.
    LECTERN_PAGE_CHECK_MS: "0",
    LECTERN_PAGE_TIMEOUT_MS: "60000",
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
  };
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = environment;
  const app = launch({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, ...settings });
  const stop = async () => {
    await app.stop();
    await stopBackend();
  };
  try {
    return { environment: { ...environment, BASE_URL: await app.ready }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startEmbedded() {
  const dataDir = await copyPresetInstallation();
  const backend = await startEmbeddedSupabase({ dataDir });
  return {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    DATABASE_URL: backend.databaseUrl,
    JWT_SECRET: backend.jwtSecret,
    async stop() {
      await backend.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The Supabase that `npm run test:supabase` was given; undefined in any other run. */
export function externalSupabase() {
  const { TEST_SUPABASE, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, DATABASE_URL } =
    process.env;
  if (TEST_SUPABASE !== "external") return undefined;
  if (!SUPABASE_URL || !SUPABASE_PUBLISHABLE_KEY || !SUPABASE_SECRET_KEY || !DATABASE_URL)
    throw new Error("Run it by `npm run test:supabase`.");
  const stop = async () => {};
  return { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, DATABASE_URL, JWT_SECRET: "", stop };
}
