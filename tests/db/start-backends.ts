import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { seedPresets } from "../../scripts/seed.ts";
import { startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { startPostgrest } from "./postgrest.ts";

export type Api = { name: string; url: string; publishableKey: string; secretKey: string };

declare module "vitest" {
  interface ProvidedContext {
    apis: Api[];
    databaseUrl: string;
    seeded: { rows: number; rejected: number } | null;
  }
}

const presets = fileURLToPath(new URL("../../public/data", import.meta.url));

/** One database with the preset catalogue, and both APIs over it. */
export default async function startBackends(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await temporaryDirectory();
  const embedded = await startEmbeddedSupabase({ dataDir });
  const { url, publishableKey, secretKey, databaseUrl } = embedded;
  await readTokensAsHosted(databaseUrl);
  const postgrest = await startPostgrest({ ...embedded, otherwise: url });
  project.provide("seeded", await seedPresets(embedded, { directory: presets, onProgress: () => {} }));
  project.provide("databaseUrl", databaseUrl);
  project.provide("apis", [
    { name: "embedded API", url, publishableKey, secretKey },
    { name: "PostgREST", url: postgrest.url, publishableKey, secretKey },
  ]);
  return async () => {
    await postgrest.stop();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A hosted Supabase reads who asks from the claims that PostgREST sets; the embedded one from its own. */
async function readTokensAsHosted(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`
    create or replace function auth.uid() returns uuid language sql stable as $$
      select coalesce(
        nullif(current_setting('request.jwt.claim.sub', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
      )::uuid
    $$`;
  await sql.end();
}
