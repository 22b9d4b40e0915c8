import { onTestFinished, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { temporaryDirectory } from "../embedded/installation.ts";
import { freePort } from "../free-port.ts";
import { Administrator } from "./administrator.ts";
import { ImportUnderTest } from "./import-under-test.ts";
import { eventually, Installation, type Victim } from "./installation.ts";
import { makeLecturesFile } from "./lectures-file.ts";

// `npm run test:faults`: kill -9 at random positions of one large import. LECTERN_FAULTS_SEED repeats a run.

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
    // Most of them while rows go in; some while the job is free, is taken up, or has its file counted.
    const position = random.next() < 0.8 ? ((index + random.next()) / (victims.length + 1)) * ROWS : 0;
    await eventually("the import has come so far", 300, async () => {
      await running.retryIfFailed(installation);
      return (await running.job(installation)).processed_rows >= position;
    });
    await installation.kill(victim);
    await installation.start();
    const { status, processed_rows } = await running.job(installation);
    console.log(`${victim} killed: ${status}, ${processed_rows} of ${ROWS} rows`);
  }
  await running.expectWhole(installation);
});
