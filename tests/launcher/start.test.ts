import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAlive } from "../../supabase/embedded/is-alive.ts";
import { freePort } from "../free-port.ts";
import { type Launch, launch } from "../launch.ts";
import { copyPresetInstallation, readFirstStart } from "../prepared-installations.ts";

const text = async (address: string) => (await fetch(address)).text();

const answers = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );

describe("npm start", () => {
  let settings: Record<string, string>;
  let dataDir: string;
  const launches: Launch[] = [];
  const start = (more: Record<string, string> = {}) => {
    const started = launch({ ...settings, ...more });
    launches.push(started);
    return started;
  };

  beforeAll(async () => {
    dataDir = await copyPresetInstallation();
    settings = { LECTERN_DATA_DIR: dataDir, PORT: String(await freePort()) };
  });
  afterAll(async () => {
    await Promise.all(launches.map((started) => started.stop()));
    await rm(dataDir, { recursive: true, force: true });
  });

  test("loads the whole catalogue at first, and prints its address last", async () => {
    const { port, lines, home } = await readFirstStart();
    expect(lines.at(-1)).toBe(`http://localhost:${port}`);
    expect(lines.join("\n")).toContain("100 %");
    expect(lines.join("\n")).toContain("27,353 rows");
    expect(home).toContain("27,353");
  });

  test("keeps everything, and recovers from being killed", async () => {
    const first = start();
    const address = await first.ready;
    expect(address).toBe(`http://localhost:${settings.PORT}`);

    // A second start with the same directory or port does not disturb the first.
    const rival = launch({ ...settings, PORT: String(await freePort()) });
    expect(await rival.exited).toBe(1);
    expect(rival.lines.join("\n")).toContain(dataDir);
    const latecomer = launch({ ...settings, LECTERN_DATA_DIR: `${dataDir}/other` });
    expect(await latecomer.exited).toBe(1);
    expect(latecomer.lines.join("\n")).toContain("PORT");
    expect(await text(`${address}/course/classical-mechanics`)).toContain("Classical Mechanics");

    await first.stop("SIGKILL");
    await expect.poll(() => answers(address)).toBe(false);

    const second = start();
    await second.ready;
    expect(second.lines.join("\n")).not.toContain("Loading the preset lectures");
    expect(second.lines.join("\n")).not.toContain("Building");
    expect(await text(address)).toContain("27,353");
    expect(isAlive(second.process.pid as number)).toBe(true);
    expect(await second.stop("SIGINT")).toBe(0);
    expect(await answers(address)).toBe(false);
  });

  test("a wrong setting ends the start and is named", async () => {
    const started = start({ LECTERN_SEED: "some" });
    expect(await started.exited).toBe(1);
    expect(started.lines.join("\n")).toContain("LECTERN_SEED");
  });
});
