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
    /** The hosted one first. */
    apis: [Api, ...Api[]];
    /** A database with the migrations, without the default privileges of hosted projects; of the tests' own server. */
    plainDatabaseUrl: string;
    /** What signs access tokens; of the tests' own server. */
    jwtSecret: string;
    seeded: { rows: number; rejected: number } | null;
  }
}

/** Provides the Supabase that `npm run test:supabase` was given, in any other run backends of the tests' own. */
export default async function startBackends(project: TestProject): Promise<() => Promise<void>> {
  const external = externalSupabase();
  return external ? provideExternalSupabase(project, external) : providePackagedBackends(project);
}
