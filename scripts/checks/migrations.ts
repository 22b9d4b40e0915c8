import { createHash } from "node:crypto";
import { z } from "zod";
import { type Migration, readMigrations } from "../../supabase/embedded/migrations.ts";
import { ask, CATALOGUE_PATH, field } from "./ask.ts";
import { type Finding, fine, unknown, wrong } from "./finding.ts";
import { migrateCommand, type Target } from "./target.ts";

const appliedSchema = z.array(
  z.object({ version: z.string(), name: z.string().nullable(), checksum: z.string().nullable() }),
);
type Applied = z.infer<typeof appliedSchema>[number];

/** Checks that the database has exactly the migrations of a directory, with the same content as the files. */
export async function checkMigrations(target: Target, directory: string): Promise<Finding> {
  const answer = await ask(target, "/rest/v1/rpc/applied_migrations", "secretKey", {});
  if (field(answer, "code") === "PGRST202") return describeWithoutHistory(target);
  const applied = "failure" in answer ? undefined : appliedSchema.safeParse(answer.json).data;
  if (!applied) return unknown("The migrations cannot be read.", "Try again.");
  const files = await readMigrations(directory);
  return applied.length === 0 ? checkNames(target, files) : compare(target, applied, files);
}

async function describeWithoutHistory(target: Target): Promise<Finding> {
  const answer = await ask(target, CATALOGUE_PATH, "publishableKey");
  const isEmpty = field(answer, "code") === "PGRST205" || field(answer, "code") === "42P01";
  return isEmpty
    ? wrong("The migrations are missing: the database has no table of Lectern.", migrateCommand(target))
    : wrong("The migrations of the database are older than the app.", migrateCommand(target));
}

/** Checks migrations that were applied by hand: they leave no history, but their tables and functions exist. */
async function checkNames(target: Target, files: Migration[]): Promise<Finding> {
  const answer = await ask(target, "/rest/v1/rpc/installed_names", "secretKey", {});
  const installed = "failure" in answer ? undefined : z.array(z.string()).safeParse(answer.json).data;
  if (!installed) return unknown("The migrations cannot be read.", "Try again.");
  const missing = files.flatMap(listCreated).filter((name) => !installed.includes(name));
  if (missing.length > 0)
    return wrong(
      `The database is older than the app: it lacks ${missing.join(", ")}.`,
      "Apply the files of supabase/migrations that are missing, as the others were applied by hand.",
    );
  return fine("The tables and functions of all migrations are there; they were applied by hand.");
}

function compare(target: Target, applied: Applied[], files: Migration[]): Finding {
  const has = new Map(applied.map((migration) => [migration.version, migration]));
  const known = new Set(files.map(({ version }) => version));
  const newer = applied.filter(({ version }) => !known.has(version));
  if (newer.length > 0)
    return wrong(
      `The database is newer than the app: it has ${list(newer)}, which this app does not know.`,
      "Update the app (`git pull`, `npm ci`), or use another database.",
    );
  const missing = files.filter(({ version }) => !has.has(version));
  if (missing.length > 0)
    return wrong(
      `The database is older than the app: ${missing.length} of ${files.length} migrations are missing (${list(missing)}).`,
      migrateCommand(target),
    );
  const changed = files.filter(({ version, text }) => {
    const stored = has.get(version)?.checksum;
    return stored && stored !== checksumOf(text);
  });
  if (changed.length > 0)
    return wrong(
      `The database was made by another state of ${list(changed)}.`,
      "Use the app that made it, or a new database: a file that was changed is not applied again.",
    );
  return fine(`All ${files.length} migrations are applied.`);
}

const list = (migrations: { version: string; name: string | null }[]) =>
  migrations.map(({ version, name }) => (name ? `${version}_${name}` : version)).join(", ");

/** The names of the API's tables, views and functions that a migration creates. */
function listCreated({ text }: Migration): string[] {
  const created = text.matchAll(/^create (?:or replace )?(?:table|view|function) public\.(\w+)/gm);
  return [...created].flatMap(([, name]) => name ?? []);
}

/** The checksum of a file, calculated as `applied_migrations` does it. */
function checksumOf(text: string): string {
  return createHash("md5")
    .update(text.replace(/[ \t\r\n;]+/g, ""))
    .digest("hex");
}
