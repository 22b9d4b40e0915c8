import type { TestProject } from "vitest/node";
import { externalSupabase } from "../product.ts";
import { provideExternalSupabase } from "./external-supabase.ts";
import { providePackagedBackends } from "./packaged-backends.ts";

export type Api = {
  name: string;
  url: string;
  publishableKey: string;
  secretKey: string;
  databaseUrl: string;
};

declare module "vitest" {
  interface ProvidedContext {
    /** The hosted API comes first. */
    apis: [Api, ...Api[]];
    /** A database with the migrations, without the default privileges of hosted projects; tests' own server only. */
    plainDatabaseUrl: string;
    /** The secret that signs access tokens; tests' own server only. */
    jwtSecret: string;
    seeded: { rows: number; rejected: number } | null;
  }
}

/** Provides the external Supabase in `npm run test:supabase`, and the tests' own backends in any other run. */
export default async function startBackends(project: TestProject): Promise<() => Promise<void>> {
  const external = externalSupabase();
  return external ? provideExternalSupabase(project, external) : providePackagedBackends(project);
}
