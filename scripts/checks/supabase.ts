import path from "node:path";
import { ROOT } from "../load-settings.ts";
import { checkAddress } from "./address.ts";
import type { Finding } from "./finding.ts";
import { checkKeys } from "./keys.ts";
import { checkMailLinks } from "./mails.ts";
import { checkMigrations } from "./migrations.ts";
import { checkProjectSettings } from "./project-settings.ts";
import { checkStorage } from "./storage.ts";
import type { Target } from "./target.ts";

export type SupabaseOptions = {
  migrationsDir?: string;
  accessToken?: string | undefined;
  managementApi?: string;
};

const MIGRATIONS = path.join(ROOT, "supabase", "migrations");

/** The findings about a Supabase that answers. `essential`: if one of these is wrong, no page works. */
type SupabaseFindings = { essential: Finding[]; other: Finding[] };

/** Checks the keys, then the migrations, then everything else; stops after a step that finds something wrong. */
export async function checkSupabase(
  target: Target,
  { migrationsDir = MIGRATIONS, accessToken, managementApi }: SupabaseOptions = {},
): Promise<SupabaseFindings> {
  const keys = await checkKeys(target);
  if (keys.some(({ state }) => state === "wrong")) return { essential: keys, other: [] };
  const migrations = await checkMigrations(target, migrationsDir);
  if (migrations.state === "wrong") return { essential: [...keys, migrations], other: [] };
  const conditions = [checkStorage(target).then((finding) => [finding])];
  // The embedded Supabase sends no mails.
  if (!target.dataDir) {
    conditions.push(checkMailLinks(target).then((finding) => [finding]));
    conditions.push(checkProjectSettings(target, accessToken, managementApi));
  }
  return { essential: [...keys, migrations], other: (await Promise.all(conditions)).flat() };
}

/** Runs all checks, starting with the address; resolves with every finding. */
export async function checkWhole(target: Target, options?: SupabaseOptions): Promise<Finding[]> {
  const { finding } = await checkAddress(target);
  if (finding.state === "wrong") return [finding];
  const { essential, other } = await checkSupabase(target, options);
  return [finding, ...essential, ...other];
}
