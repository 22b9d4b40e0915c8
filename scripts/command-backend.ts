import { existsSync } from "node:fs";
import path from "node:path";
import type { Settings } from "../lib/env.ts";
import { BackendError, startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { findRunningBackend } from "../supabase/embedded/running.ts";
import type { Backend } from "./serve.ts";

/**
 * Does some work on the installation's backend: the Supabase of its settings, or the embedded one, which is
 * started for the duration of the work if it is not running.
 * @throws {BackendError} if the embedded backend cannot be used or started
 */
export async function withBackend<T>(settings: Settings, work: (backend: Backend) => Promise<T>): Promise<T> {
  if (settings.supabase) return work(settings.supabase);
  const { dataDir, databaseUrl, siteUrl } = settings;
  const running = await findRunningBackend(dataDir);
  if (running) return work(running);
  if (!existsSync(path.join(dataDir, "secrets.json")))
    throw new BackendError(`There is no installation in ${dataDir}.`);
  const started = await startEmbeddedSupabase({ dataDir, siteUrl, ...(databaseUrl && { databaseUrl }) });
  try {
    return await work(started);
  } finally {
    await started.stop();
  }
}
