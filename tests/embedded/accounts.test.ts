import { stat } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SHARED_DIRECTORY } from "../../supabase/embedded/postgres-binaries.ts";
import { cloneProject, isRoot, useAndRestart } from "./clone.ts";
import { removeInstallation } from "./installation.ts";
import { launch } from "./processes.ts";

test.runIf(isRoot)("root: a clone and a data directory that only root can enter", async () => {
  const { clone, node, fixtures } = await cloneProject(0o700);
  const dataDir = path.join(clone, "data");
  onTestFinished(() => removeInstallation(dataDir));
  const server = await useAndRestart(() => launch({ dataDir }, { cwd: clone, node, fixtures }));
  expect(server.uid).not.toBe(0);
  expect(server.command).toMatch(
    new RegExp(`^${SHARED_DIRECTORY}/postgres-\\S+/bin/postgres -D ${SHARED_DIRECTORY}/clusters/`),
  );
  expect((await stat(clone)).mode & 0o777).toBe(0o700);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});
