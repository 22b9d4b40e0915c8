import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findRunningBackend } from "../../../supabase/embedded/running.ts";
import { loadSecrets } from "../../../supabase/embedded/secrets.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "lectern-running-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const api = "http://127.0.0.1:4321";
const announce = (holder: object | string) =>
  writeFile(
    path.join(dataDir, "lectern.pid"),
    typeof holder === "string" ? holder : JSON.stringify({ pid: process.pid, startedAt: "", ...holder }),
  );

test("a backend that runs is found with its keys", async () => {
  const { publishableKey, secretKey } = await loadSecrets(dataDir, false);
  await announce({ api, url: "http://localhost:3000" });
  expect(await findRunningBackend(dataDir)).toEqual({
    url: api,
    publishableKey,
    secretKey,
    siteUrl: "http://localhost:3000",
  });
});

test.each([
  ["says nothing", null],
  ["has not come so far as to listen", {}],
  ["is on its way out", { api, closing: true }],
  ["was killed", { api, pid: 2 ** 22 + 1 }],
  ["left half a file", '{"pid":'],
])("one that %s is not", async (_title, holder) => {
  await loadSecrets(dataDir, false);
  if (holder) await announce(holder);
  expect(await findRunningBackend(dataDir)).toBeNull();
});
