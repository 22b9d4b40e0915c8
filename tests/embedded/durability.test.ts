import { expect, test } from "vitest";
import { isLongForm } from "../long-form.ts";
import { childrenOf, postgresOf } from "../processes.ts";
import { installedDirectory, startBackend } from "./installation.ts";
import { addToLedger, listLedger } from "./requests.ts";

test("kill -9 between acknowledged writes loses none of them", async () => {
  const dataDir = await installedDirectory();
  const acknowledged: number[] = [];
  let next = 0;
  const rounds = isLongForm ? [30, 45, 60] : [45];
  for (const writes of rounds) {
    const backend = await startBackend(dataDir);
    expect(await listLedger(backend)).toEqual(expect.arrayContaining(acknowledged));
    const enough = acknowledged.length + writes;
    const server = postgresOf(backend.pid);
    const writeUntilItFails = async () => {
      for (;;) {
        const id = next++;
        try {
          await addToLedger(backend, id);
        } catch {
          return;
        }
        acknowledged.push(id);
        // This kills all processes of the server at once, so that none can write data that another had in memory.
        if (acknowledged.length === enough) {
          for (const { pid } of [server, ...childrenOf(server.pid)]) process.kill(pid, "SIGKILL");
        }
      }
    };
    await Promise.all(Array.from({ length: 4 }, writeUntilItFails));
    expect(await backend.ended).toMatch(/PostgreSQL has ended unexpectedly/);
  }
  const kept = await listLedger(await startBackend(dataDir));
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds.reduce((sum, writes) => sum + writes));
  expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
});
