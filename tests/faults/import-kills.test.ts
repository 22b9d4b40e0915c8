import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { temporaryDirectory } from "../embedded/installation.ts";
import { freePort } from "../product.ts";
import { Administrator } from "./administrator.ts";
import { eventually, Installation, type Victim } from "./installation.ts";
import { makeLecturesFile, randomNumbers } from "./lectures-file.ts";

// kill -9 at random moments of one import. `npm run test:faults` kills the app 20 times and the backend 5
// times; `npm test` does less of the same. LECTERN_FAULTS_SEED repeats a run.

const isLong = process.env.LECTERN_FAULTS === "long";
const plan = isLong
  ? { app: 20, backend: 5, rows: 100_000, countingMs: 5_000 }
  : { app: 2, backend: 1, rows: 20_000, countingMs: 800 };
const seed = Number(process.env.LECTERN_FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 32));
console.log(`LECTERN_FAULTS_SEED=${seed}`);

/** A job whose worker died is taken over within this time: that is promised. */
const TAKEOVER_SECONDS = 30;

async function readJob(installation: Installation, id: string) {
  const client = await installation.client();
  const { data } = await client.from("import_jobs").select("*").eq("id", id).single().throwOnError();
  return data;
}

/** Waits until somebody else than `before` holds the job, or until it has ended. */
function takenUp(installation: Installation, id: string, before: string | null) {
  return eventually("somebody takes the job up", TAKEOVER_SECONDS, async () => {
    const job = await readJob(installation, id);
    const isTaken = job.lease_owner && job.lease_owner !== before;
    return (isTaken || ["completed", "failed"].includes(job.status)) && job;
  });
}

/** Waits for the end of a job; one that fails says why and goes on at a retry. */
function completed(installation: Installation, administrator: Administrator, id: string) {
  return eventually("the import is completed", 300, async () => {
    const job = await readJob(installation, id);
    if (job.status === "failed") {
      expect(job.error_message).toBeTruthy();
      await administrator.process(id);
    }
    return job.status === "completed" && job;
  });
}

test(`an import survives kill -9 of the app (${plan.app} times) and of the backend (${plan.backend} times)`, async () => {
  const random = randomNumbers(seed);
  const file = makeLecturesFile("Faults", plan.rows, random);
  const installation = new Installation(await temporaryDirectory(), await freePort());
  onTestFinished(() => installation.stop());
  await installation.start();
  const administrator = await Administrator.signUp(installation);
  const id = await administrator.importFile("faults.csv", file.csv);

  const victims: Victim[] = [
    ...Array<Victim>(plan.app).fill("app"),
    ...Array<Victim>(plan.backend).fill("backend"),
  ].sort(() => random() - 0.5);
  let worker: string | null = null;
  for (const victim of victims) {
    // Most of them while rows go in; some while the job is free, is taken up, or has its file counted.
    if (random() < 0.8) worker = (await takenUp(installation, id, worker)).lease_owner;
    const isCounted = (await readJob(installation, id)).total_rows !== null;
    await delay(random() * (isCounted ? 800 : plan.countingMs));
    await installation.kill(victim);
    await installation.start();
    const job = await readJob(installation, id);
    console.log(`${victim} killed: ${job.status}, ${job.processed_rows} of ${job.total_rows ?? "?"} rows`);
    expect(job.status).not.toBe("completed");
    if (job.status === "failed") await administrator.process(id);
  }

  expect(await completed(installation, administrator, id)).toMatchObject({
    total_rows: file.rows,
    processed_rows: file.rows,
    inserted_rows: file.counts.inserted,
    updated_rows: file.counts.updated,
    unchanged_rows: file.counts.unchanged,
    rejected_rows: file.counts.rejected,
  });
  await expectEveryRowOnce(installation, file.views);
});

test("of two app processes the other one goes on when the one that works is killed", async () => {
  const dataDir = await temporaryDirectory();
  const backend = await startEmbeddedSupabase({ dataDir });
  onTestFinished(() => backend.stop());
  const supabase = {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
  };
  const [first, second] = [
    new Installation(dataDir, await freePort(), supabase),
    new Installation(dataDir, await freePort(), supabase),
  ];
  onTestFinished(async () => {
    await Promise.all([first.stop(), second.stop()]);
  });
  await first.start();
  const file = makeLecturesFile("Two", plan.rows, randomNumbers(seed));
  const id = await (await Administrator.signUp(first)).importFile("two.csv", file.csv);
  const { lease_owner: worker } = await takenUp(first, id, null);
  await second.start();
  await first.kill("app");
  const before = await readJob(second, id);
  expect(before.status).toBe("processing");
  const after = await takenUp(second, id, worker);
  expect(after.lease_owner).not.toBe(worker);
  const job = await eventually("it is completed", 120, async () => {
    const now = await readJob(second, id);
    return now.status === "completed" && now;
  });
  expect(job.inserted_rows).toBe(file.counts.inserted);
  await expectEveryRowOnce(second, file.views);
});

/** Compares the lectures that are there, one by one, with those that the file ends with. */
async function expectEveryRowOnce(installation: Installation, views: Map<string, number>): Promise<void> {
  const client = await installation.client();
  const seen = new Map<string, number>();
  let count = 0;
  for (let last = 0; ; ) {
    const { data } = await client
      .from("course_lectures")
      .select("id, lecture_name, views")
      .gt("id", last)
      .order("id")
      .limit(1000)
      .throwOnError();
    for (const { lecture_name, views } of data) seen.set(lecture_name ?? "", Number(views));
    count += data.length;
    if (data.length < 1000) break;
    last = data.at(-1)?.id ?? 0;
  }
  expect(count).toBe(views.size);
  expect([...seen].sort()).toEqual([...views].sort());
}
