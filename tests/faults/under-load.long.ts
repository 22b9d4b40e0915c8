import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { findRunningDatabase } from "../../supabase/embedded/running.ts";
import { removeInstallation } from "../embedded/installation.ts";
import { freePort } from "../free-port.ts";
import { copyPresetInstallation } from "../prepared-installations.ts";
import { root } from "../run.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { Administrator } from "./administrator.ts";
import { CatalogueLock } from "./catalogue-lock.ts";
import { cause, FAULTS } from "./faults.ts";
import { openHalf, sendUpgrades, signUp } from "./flood.ts";
import { eventually, Installation } from "./installation.ts";
import { unchanged } from "./learner.ts";
import { memoryOf } from "./memory.ts";
import { MixedLoad } from "./mixed-load.ts";
import { percentile, timePagesMeanwhile } from "./pages-meanwhile.ts";
import { importQuiz } from "./reads.ts";
import { Session } from "./session.ts";

// One installation under a mixed load: its parts are killed, it is backed up, and it is flooded with requests.
// LECTERN_FAULTS_SEED repeats a run; LECTERN_FAULTS_MINUTES and LECTERN_FAULTS_GROUPS (of five faults) shorten it.

const LOAD = { learners: 20, readers: 8, rowsPerImport: 5_000, pauseMs: 500, importPauseMs: 4_000 };
const MINUTES = Number(process.env.LECTERN_FAULTS_MINUTES ?? 30);
const GROUPS = Number(process.env.LECTERN_FAULTS_GROUPS ?? 12);
const UPGRADES = 20_000;
const HALF_OPEN = 3_000;
const SIGN_UPS = { perSecond: 50, count: 1_500, password: "a good password" };
const seed = Number(process.env.LECTERN_FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = createRandom(seed);

/** These settings let a test act as many visitors, and let an interrupted import resume soon. */
const settings = { TRUSTED_PROXIES: "127.0.0.1, ::1", LECTERN_IMPORT_LEASE_SECONDS: "3" };

let installation: Installation;
let load: MixedLoad;

const run = (script: string, args: string[], settings: Record<string, string>) =>
  promisify(execFile)(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
  });

beforeAll(async () => {
  console.log(`LECTERN_FAULTS_SEED=${seed}`);
  installation = new Installation(await copyPresetInstallation(), await freePort(), settings);
  await installation.start();
  const administrator = await Administrator.signUp(installation);
  await importQuiz(installation);
  load = await MixedLoad.start(installation, administrator, { ...LOAD, random });
});
afterAll(async () => {
  await load?.stop();
  await installation?.stop();
  if (installation) await removeInstallation(installation.dataDir);
});

/** A checksum of the lectures of an import's courses, without their ids. */
async function checksum(dataDir: string, course: string): Promise<string> {
  const sql = postgres((await findRunningDatabase(dataDir)) as string, { max: 1 });
  const [row] = await sql`
    select md5(string_agg((to_jsonb(l) - 'id')::text, '|' order by l."Course Name", l."lecture name")) as sum, count(*)
    from public.lectures l where l."Course Name" like ${`${course}%`}`;
  await sql.end();
  return `${row?.count} lectures: ${row?.sum}`;
}

test("a mixed load is answered without an error", async () => {
  const before = load.record.failures.length;
  const launcher = installation.launcherId();
  const memory: number[] = [];
  for (let minute = 0; minute < MINUTES; minute++) {
    await delay(Math.min(MINUTES, 1) * 60_000);
    memory.push(await memoryOf(launcher));
  }
  console.log(`megabytes by minute: ${memory.map(Math.round).join(" ")}`, load.record.answers);
  expect(load.record.failures.slice(before)).toEqual([]);
  await load.compare(installation);
  expect(load.record.wrong).toEqual([]);
  if (MINUTES >= 30) expect(memory[29]).toBeLessThanOrEqual((memory[9] ?? 0) * 1.1);
});

test("a backup that is taken under load has all that was acknowledged, and its import goes on", async () => {
  const lock = new CatalogueLock((await findRunningDatabase(installation.dataDir)) as string);
  await lock.hold();
  // The current import waits in the middle, while learners continue.
  await lock.isWaitedFor();
  const running = await eventually("an import is running", 60, async () => load.imports.running);
  const before = load.acknowledged();
  const directory = await temporaryDirectory();
  const file = path.join(directory, "backup");
  await run("scripts/backup.ts", [file], installation.settings);
  const unchangedTicks = new Map(
    [...before].map(([learner, ticks]) => [learner, unchanged(ticks, learner.acknowledged())]),
  );
  expect([...unchangedTicks.values()].some(({ size }) => size > 0)).toBe(true);
  await lock.close();

  const restored = new Installation(path.join(directory, "restored"), await freePort(), settings);
  await run("scripts/restore.ts", [file], restored.settings);
  try {
    await restored.start();
    await load.imports.waitFor(running);
    await load.imports.waitFor(running, restored);
    expect(await checksum(restored.dataDir, running.course)).toBe(
      await checksum(installation.dataDir, running.course),
    );
    await load.compare(restored, unchangedTicks);
    expect(load.record.wrong).toEqual([]);
  } finally {
    await restored.stop();
    await removeInstallation(restored.dataDir);
    await rm(directory, { recursive: true });
  }
});

test("whatever is killed comes back, and nothing that was acknowledged is lost", async () => {
  for (let group = 0; group < GROUPS; group++) {
    // The launcher waits longer after each crash that soon follows another; a new launcher has no earlier crashes.
    if (group > 0) {
      await installation.stop();
      await installation.start();
    }
    for (const fault of FAULTS.toSorted(() => random.next() - 0.5)) {
      await cause(fault, installation, random);
      const milliseconds = await recovery();
      console.log(`${fault}: ${Math.round(milliseconds)} ms`);
      expect.soft(milliseconds, fault).toBeLessThan(5_000);
      await load.compare(installation);
      expect(load.record.wrong).toEqual([]);
    }
  }
  console.log(load.record.answers);
});

/** Milliseconds until a page, a read and a write have all succeeded. */
async function recovery(): Promise<number> {
  const started = performance.now();
  const visitor = new Session(installation.url, "10.3.0.1");
  const page = async () => {
    const answer = await visitor.send("GET", "/search?q=vectors");
    return answer.ok && (await answer.text()).includes("/course/");
  };
  await Promise.all([
    eventually("a page is answered", 60, page, 100),
    eventually("a read is answered", 60, () => load.probe.readBack(), 100),
    eventually("a write is answered", 60, () => load.probe.tick(), 100),
  ]);
  return performance.now() - started;
}

test("a flood of one visitor leaves the site to the others", async () => {
  await load.stop();
  const port = Number(installation.settings.PORT);
  const upgrades = await whileTimed("upgrades", () => sendUpgrades(port, UPGRADES));
  const answered = Object.keys(upgrades).filter((status) => !/^(200|400|404)$/.test(status));
  expect(answered, "every one is answered and closed").toEqual([]);
  await whileTimed("half-open connections", async () => {
    const sockets = await openHalf(port, HALF_OPEN);
    // The server closes these connections by itself, after a minute or more.
    await eventually("half-open connections are closed", 150, async () =>
      sockets.every(({ destroyed }) => destroyed),
    );
    for (const socket of sockets) socket.destroy();
  });
  const visitor = new Session(installation.url, "10.9.0.1");
  const signUps = await whileTimed("sign-ups", () => signUp(visitor, SIGN_UPS));
  expect(signUps["429"]).toBeGreaterThanOrEqual(SIGN_UPS.count - 60);
});

/** Does some work while other visitors open pages, and expects every page to be answered. */
async function whileTimed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const pages = ["/", "/search?q=vectors"].map((page) => installation.url + page);
  const { result, times } = await timePagesMeanwhile(pages, work);
  console.log(
    what,
    result ?? "",
    `pages ${times.length}, median ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  );
  expect(times[0], "every page is answered").toBeGreaterThan(0);
  expect.soft(percentile(times, 0.99), what).toBeLessThan(250);
  return result;
}
