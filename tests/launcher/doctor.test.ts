import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedSupabase, startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { freePort } from "../free-port.ts";
import { copyEmptyInstallation } from "../preset-installation.ts";
import { launch } from "../product.ts";
import { runDoctor } from "./run-doctor.ts";

// On a Supabase of the operator's; `recovery.test.ts` runs the doctor on an installation with the embedded backend.

let dataDir: string;
let backend: EmbeddedSupabase;
let settings: Record<string, string>;

beforeAll(async () => {
  dataDir = await copyEmptyInstallation();
  backend = await startEmbeddedSupabase({ dataDir });
  settings = {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    PORT: String(await freePort()),
  };
});
afterAll(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("a start with a wrong key ends at once, and so says the doctor; neither prints a key", async () => {
  const swapped = {
    ...settings,
    SUPABASE_PUBLISHABLE_KEY: backend.secretKey,
    SUPABASE_SECRET_KEY: "sb_secret_of-another-project",
  };
  const start = launch(swapped);
  expect(await start.exited).toBe(1);
  const { code, output } = await runDoctor(swapped);
  expect(code).toBe(1);
  for (const printed of [start.lines.join("\n"), output]) {
    expect(printed).toContain("✗ SUPABASE_PUBLISHABLE_KEY holds a secret key.\n  → ");
    expect(printed).toContain(`✗ SUPABASE_SECRET_KEY is not accepted by ${backend.url}`);
    expect(printed).not.toContain(backend.secretKey);
    expect(printed).not.toContain("of-another-project");
  }
});

test("a start at an address that does not answer says that it waits, and Ctrl-C ends it", async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const start = launch({ ...settings, SUPABASE_URL: nowhere });
  await expect
    .poll(() => start.lines.join("\n"))
    .toContain(`Waiting, for 120 s at most: ${nowhere} does not answer (the connection is refused).`);
  expect(await start.stop("SIGINT")).toBe(0);
  const { code, lines } = await runDoctor({ ...settings, SUPABASE_URL: nowhere });
  expect([code, lines[0]]).toEqual([1, `✗ ${nowhere} does not answer (the connection is refused).`]);
});
