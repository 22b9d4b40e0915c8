import type { TestProject } from "vitest/node";
import type { externalSupabase } from "../product.ts";
import { addStandingAdministrator } from "../standing-administrator.ts";
import { loadPresets } from "./presets.ts";

type External = NonNullable<ReturnType<typeof externalSupabase>>;

/** Loads the preset catalogue into a Supabase that the tests did not start. The caller empties it afterwards. */
export async function provideExternalSupabase(
  project: TestProject,
  { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, DATABASE_URL, stop }: External,
): Promise<() => Promise<void>> {
  const keys = { publishableKey: SUPABASE_PUBLISHABLE_KEY, secretKey: SUPABASE_SECRET_KEY };
  const api = { name: "Supabase", url: SUPABASE_URL, databaseUrl: DATABASE_URL, ...keys };
  await addStandingAdministrator(DATABASE_URL);
  project.provide("seeded", await loadPresets(api));
  project.provide("apis", [api]);
  return stop;
}
