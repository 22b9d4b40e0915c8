import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { isAlive } from "./directory-lock.ts";
import { loadSecrets } from "./secrets.ts";

/** A backend that another process runs. */
export type RunningBackend = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The address visitors use. */
  siteUrl?: string;
};

// What the holder of the directory's lock says of itself (directory-lock.ts).
const holderSchema = z.object({
  pid: z.int(),
  url: z.string().optional(),
  api: z.string().optional(),
  closing: z.boolean().optional(),
});

/**
 * The embedded backend that runs on a data directory, or null where none does (yet, or any more).
 * For commands that work beside a running app.
 * @throws {BackendError} when its secrets cannot be read
 */
export async function findRunningBackend(dataDir: string): Promise<RunningBackend | null> {
  const text = await readFile(path.join(dataDir, "lectern.pid"), "utf8").catch(() => "null");
  const holder = holderSchema.safeParse(parseJson(text)).data;
  // A killed holder leaves its file behind, and its port to anyone.
  if (!holder?.api || holder.closing || !isAlive(holder.pid)) return null;
  const { publishableKey, secretKey } = await loadSecrets(dataDir, true);
  return { url: holder.api, publishableKey, secretKey, ...(holder.url && { siteUrl: holder.url }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
