import { expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { temporaryDirectory } from "../embedded/installation.ts";
import { freePort } from "../free-port.ts";
import { Administrator } from "./administrator.ts";
import { cause } from "./faults.ts";
import { ImportUnderTest } from "./import-under-test.ts";
import { Installation, type Victim } from "./installation.ts";
import { makeLecturesFile } from "./lectures-file.ts";
import { UndoUnderTest } from "./undo-under-test.ts";

// `npm run test:faults`: kill -9 at random positions of one large import, and of an undo.
// LECTERN_FAULTS_SEED repeats a run.

const ROWS = 100_000;
const kills = { app: 20, backend: 5 };
const seed = Number(process.env.LECTERN_FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 32));
console.log(`LECTERN_FAULTS_SEED=${seed}`);

test(`an import survives kill -9 of the app (${kills.app} times) and of the backend (${kills.backend} times)`, async () => {
  const random = createRandom(seed);
  const file = makeLecturesFile("Faults", ROWS, random);
  const installation = new Installation(await temporaryDirectory(), await freePort());
  onTestFinished(() => installation.stop());
  await installation.start();
  const running = await ImportUnderTest.start(await Administrator.signUp(installation), file);

  const victims = [
    ...Array<Victim>(kills.app).fill("app"),
    ...Array<Victim>(kills.backend).fill("backend"),
  ].sort(() => random.next() - 0.5);
  for (const [index, victim] of victims.entries()) {
    // Most kills occur while rows are written, some while the job is unclaimed, being claimed, or counting its file.
    const position = random.next() < 0.8 ? ((index + random.next()) / (victims.length + 1)) * ROWS : 0;
    await running.reached(installation, position);
    await installation.kill(victim);
    await installation.start();
    const { status, processed_rows } = await running.job(installation);
    console.log(`${victim} killed: ${status}, ${processed_rows} of ${ROWS} rows`);
  }
  await running.expectWhole(installation);
});

const undoKills = { app: 6, "database server": 4 };

test(`an undo survives kill -9 of the app (${undoKills.app} times) and of the database (${undoKills["database server"]} times)`, async () => {
  const random = createRandom(seed);
  const installation = new Installation(await temporaryDirectory(), await freePort());
  onTestFinished(() => installation.stop());
  await installation.start();
  const administrator = await Administrator.signUp(installation);
  const undo = await (await UndoUnderTest.prepare(administrator, installation, { rows: 40_000, random }))();
  const total = (await undo.job(installation)).total_rows ?? 0;

  const victims = Object.entries(undoKills)
    .flatMap(([victim, times]) => Array<keyof typeof undoKills>(times).fill(victim as keyof typeof undoKills))
    .sort(() => random.next() - 0.5);
  for (const [index, victim] of victims.entries()) {
    await undo.reached(installation, ((index + random.next()) / (victims.length + 1)) * total);
    const { processed_rows } = await undo.job(installation);
    expect(processed_rows).toBeLessThan(total);
    if (victim === "app") {
      await installation.kill("app");
      await installation.start();
    } else await cause(victim, installation, random);
    console.log(`${victim} killed: ${processed_rows} of ${total} changes`);
  }
  await undo.expectAsBefore(installation);
});
