import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedSupabase, startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { freePort } from "../free-port.ts";
import { copyEmptyInstallation } from "../preset-installation.ts";
import { launch } from "../product.ts";

/** Runs the command with the test's own settings. */
async function runDoctor(settings: Record<string, string>) {
  const command = launch(settings, "scripts/doctor.ts");
  const code = await command.exited;
  return { code, lines: command.lines, output: command.lines.join("\n") };
}

describe("npm run doctor", () => {
  let dataDir: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    dataDir = await copyEmptyInstallation();
    settings = { LECTERN_DATA_DIR: dataDir, LECTERN_SEED: "none", PORT: String(await freePort()) };
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test("an operator sees that nothing is wrong while the app runs, and how to start it where it does not", async () => {
    const absent = await runDoctor({ ...settings, LECTERN_DATA_DIR: `${dataDir}/other` });
    expect(absent.code).toBe(1);
    expect(absent.lines[0]).toBe(`✗ There is no installation in ${dataDir}/other.`);

    const app = launch(settings);
    const address = await app.ready;
    const healthy = await runDoctor({ ...settings, PORT: String(await freePort()) });
    expect(healthy.output).not.toContain("✗");
    expect(healthy.lines).toContain(`✓ The data directory is ${dataDir}.`);
    expect(healthy.output).toMatch(/✓ All \d+ migrations are applied\./);
    expect(healthy.lines).toContain(`✓ The app answers at ${address}.`);
    expect(healthy.lines.at(-1)).toBe("Nothing is wrong.");
    expect(healthy.code).toBe(0);

    expect(await app.stop()).toBe(0);
    const stopped = await runDoctor(settings);
    expect(stopped.output).toContain(`✗ Lectern does not run on ${dataDir}.\n  → Start it: \`npm start\`.`);
    expect(stopped.lines.at(-1)).toBe("1 thing is wrong.");
    expect(stopped.code).toBe(1);
  });
});

describe("on a Supabase of the operator's", () => {
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
});
