import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { locateCluster } from "./cluster-location.ts";
import { isAlive } from "./is-alive.ts";
import { getPostgresAccount } from "./postgres-account.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { loadSecrets } from "./secrets.ts";

/** A backend that another process runs. */
type RunningBackend = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The address that visitors use. */
  siteUrl?: string;
};

// The fields of the lock owner's record (directory-lock.ts) that are needed here.
const ownerSchema = z.object({
  pid: z.int(),
  url: z.string().optional(),
  api: z.string().optional(),
  closing: z.boolean().optional(),
});

/**
 * The embedded backend that runs on a data directory, or null. For commands that run beside the app.
 * @throws {BackendError} if its secrets cannot be read
 */
export async function findRunningBackend(dataDir: string): Promise<RunningBackend | null> {
  const text = await readFile(path.join(dataDir, "lectern.pid"), "utf8").catch(() => "null");
  const owner = ownerSchema.safeParse(parseJson(text)).data;
  // A killed owner leaves its record behind, and its port may be in use by another program.
  if (!owner?.api || owner.closing || !isAlive(owner.pid)) return null;
  const { publishableKey, secretKey } = await loadSecrets(dataDir, true);
  return { url: owner.api, publishableKey, secretKey, ...(owner.url && { siteUrl: owner.url }) };
}

/**
 * The database's address, as its owner, if a backend runs one on a data directory; null otherwise.
 * @throws {BackendError} if its secrets cannot be read
 */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const cluster = await locateCluster(await realpath(dataDir), getPostgresAccount());
  const server = await readPostmasterFile(cluster);
  if (server?.status !== "ready") return null;
  const { postgresPassword } = await loadSecrets(dataDir, true);
  return `postgres://postgres:${postgresPassword}@127.0.0.1:${server.port}/postgres`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
