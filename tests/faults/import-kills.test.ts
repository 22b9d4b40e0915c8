import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { findRunningDatabase } from "../../supabase/embedded/running.ts";
import { afterAllTests, removeInstallation } from "../embedded/installation.ts";
import { freePort } from "../free-port.ts";
import { isLongForm, share } from "../long-form.ts";
import { longTest } from "../long-test.ts";
import { copyEmptyInstallation } from "../prepared-installations.ts";
import { Administrator } from "./administrator.ts";
import { CatalogueLock } from "./catalogue-lock.ts";
import { cause } from "./faults.ts";
import { ImportUnderTest, type JobUnderTest } from "./import-under-test.ts";
import { Installation } from "./installation.ts";
import { makeLecturesFile } from "./lectures-file.ts";
import { UndoUnderTest } from "./undo-under-test.ts";

// kill -9 in the middle of an import: the test holds the lock that each batch needs, so that the import waits
// at a known position, however fast the machine is. `npm run test:faults` kills at random, 25 times.

const makeFile = (rows: number) => makeLecturesFile("Faults", rows, createRandom(1));
/** Another worker takes a job over sooner than after the default of 15 seconds. */
const shortLease = { LECTERN_IMPORT_LEASE_SECONDS: "3" };

function lockOf(databaseUrl: string): CatalogueLock {
  const lock = new CatalogueLock(databaseUrl);
  onTestFinished(() => lock.close());
  return lock;
}

test("an import goes on in the other app process whenever the one that works on it is killed", async () => {
  const dataDir = await copyEmptyInstallation();
  onTestFinished(() => removeInstallation(dataDir));
  const backend = await startEmbeddedSupabase({ dataDir });
  onTestFinished(() => backend.stop());
  const settings = {
    ...shortLease,
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
  };
  const [first, second] = [
    new Installation(dataDir, await freePort(), settings),
    new Installation(dataDir, await freePort(), settings),
  ];
  onTestFinished(async () => {
    await Promise.all([first.stop(), second.stop()]);
  });
  await first.start();
  const administrator = await Administrator.signUp(first);
  const lock = lockOf(backend.databaseUrl);
  await lock.hold();
  const file = makeFile(isLongForm ? 6000 : 2500);
  const running = await ImportUnderTest.start(administrator, file);
  const position = async (installation: Installation) => (await running.job(installation)).processed_rows;

  await lock.isWaitedFor();
  let worker = await running.takenUp(first, null);
  // A server that starts while another one holds the job does not take it over.
  const turns = [
    [first, second],
    [second, first],
  ] as const;
  for (const [working, other] of share(turns, 2)) {
    const before = await position(working);
    while ((await position(working)) === before) {
      await lock.isWaitedFor();
      await lock.letOneIn();
    }
    await other.start();
    await working.kill("app");
    expect((await running.job(other)).status).toBe("processing");
    const next = await running.takenUp(other, worker);
    expect(next).not.toBe(worker);
    worker = next;
  }
  expect(await position(first)).toBeLessThan(file.rows);
  await lock.release();
  await running.expectWhole(first);
});

describe("an installation that loses its backend", () => {
  const random = createRandom(2);
  let installation: Installation;
  let administrator: Administrator;

  const register = afterAllTests();
  beforeAll(async () => {
    const dataDir = await copyEmptyInstallation();
    register(() => removeInstallation(dataDir));
    installation = new Installation(dataDir, await freePort(), shortLease);
    register(() => installation.stop());
    await installation.start();
    administrator = await Administrator.signUp(installation);
  });

  /** Starts a job and makes it wait after its first batch. */
  async function standing<Job extends JobUnderTest>(begin: () => Promise<Job>): Promise<Job> {
    const lock = lockOf((await findRunningDatabase(installation.dataDir))!);
    await lock.hold();
    const running = await begin();
    await lock.isWaitedFor();
    await lock.letOneIn();
    await lock.isWaitedFor();
    const { processed_rows, total_rows } = await running.job(installation);
    expect([0, total_rows]).not.toContain(processed_rows);
    return running;
  }

  test("goes on with an import at the next start", async () => {
    const running = await standing(() => ImportUnderTest.start(administrator, makeFile(2500)));
    await installation.kill("backend");
    await installation.start();
    await running.expectWhole(installation);
  });

  longTest(
    "goes on with an undo, also without the app that worked on it, and all is as before the import",
    async () => {
      const begin = await UndoUnderTest.prepare(administrator, installation, { rows: 2500, random });
      const undo = await standing(begin);
      await Promise.all([cause("app", installation, random), cause("database server", installation, random)]);
      await undo.expectAsBefore(installation);
    },
  );
});
