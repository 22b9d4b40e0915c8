import { chown, cp, mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readPointer } from "../../supabase/embedded/cluster-location.ts";
import { SHARED_DIRECTORY } from "../../supabase/embedded/postgres-binaries.ts";
import { cloneProject, isRoot, restartAfterKill } from "./clone.ts";
import { removeInstallation, startBackend, temporaryDirectory } from "./installation.ts";
import { launch } from "./launch.ts";
import { addToLedger, listLedger } from "./requests.ts";

// The account "nobody", which exists on every system.
const ORDINARY = { uid: 65534, gid: 65534 };

describe.runIf(isRoot)("as root", () => {
  test("a clone and a data directory that only root can enter", async () => {
    const { clone, node, fixtures } = await cloneProject(0o700);
    const dataDir = path.join(clone, "data");
    onTestFinished(() => removeInstallation(dataDir));
    const server = await restartAfterKill(() => launch({ dataDir }, { cwd: clone, node, fixtures }));
    expect(server.uid).not.toBe(0);
    expect(server.command).toMatch(
      new RegExp(`^${SHARED_DIRECTORY}/postgres-\\S+/bin/postgres -D ${SHARED_DIRECTORY}/clusters/`),
    );
    expect((await stat(clone)).mode & 0o777).toBe(0o700);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  test("an ordinary user starts it with nothing of root's", async () => {
    const { node, fixtures } = await cloneProject(0o755);
    const dataDir = await temporaryDirectory();
    await chown(dataDir, ORDINARY.uid, ORDINARY.gid);
    const env = { ...process.env, HOME: dataDir };
    const server = await restartAfterKill(() =>
      launch({ dataDir }, { ...ORDINARY, cwd: "/", env, node, fixtures }),
    );
    expect(server.uid).toBe(ORDINARY.uid);
    expect((await stat(path.join(dataDir, "secrets.json"))).uid).toBe(ORDINARY.uid);
  });

  test("a data directory elsewhere keeps the database inside, though the clone is closed", async () => {
    const { clone, node, fixtures } = await cloneProject(0o700);
    const dataDir = await temporaryDirectory();
    const server = await restartAfterKill(() => launch({ dataDir }, { cwd: clone, node, fixtures }));
    expect(server.command).toContain(` -D ${dataDir}/postgres `);
  });

  test("a closed data directory that moves keeps its database; a copy and a new one do not get it", async () => {
    const home = path.join(await temporaryDirectory(), "closed");
    await mkdir(home, { mode: 0o700 });
    const [original, moved, copy] = ["original", "moved", "copy"].map((name) => path.join(home, name)) as [
      string,
      string,
      string,
    ];
    onTestFinished(() => removeInstallation(moved));
    onTestFinished(() => removeInstallation(original));

    const first = await startBackend(original);
    await addToLedger(first, 1);
    await first.stop();
    await cp(original, copy, { recursive: true });
    await expect(startBackend(copy)).rejects.toThrow(`${copy} is a copy of ${original}`);

    await rename(original, moved);
    const second = await startBackend(moved);
    expect(await listLedger(second)).toEqual([1]);
    await second.stop();

    const anew = await startBackend(original);
    expect(await listLedger(anew)).toEqual([]);
    await anew.stop();

    const place = (await readPointer(moved))!.path;
    await rename(place, `${place}.away`);
    onTestFinished(() => rm(`${place}.away`, { recursive: true, force: true }));
    await expect(startBackend(moved)).rejects.toThrow(/is expected in .*, and it is not there/);
  });
});
