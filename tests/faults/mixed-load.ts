import { setTimeout as delay } from "node:timers/promises";
import { createRandom, type Random } from "../../bench/random.ts";
import type { Administrator } from "./administrator.ts";
import { ImportRounds } from "./import-rounds.ts";
import type { Installation } from "./installation.ts";
import { type Acknowledged, Learner, type Share, unchanged } from "./learner.ts";
import { LoadRecord } from "./load-record.ts";
import { listReads } from "./reads.ts";
import { Session } from "./session.ts";

type LoadOptions = {
  learners: number;
  readers: number;
  rowsPerImport: number;
  /** Milliseconds between two requests of one visitor, who reads the page in between. */
  pauseMs: number;
  /** Milliseconds between two imports. */
  importPauseMs: number;
  random: Random;
};

/** Learners who tick, readers of every kind of page, and an administrator who imports one file after the other. */
export class MixedLoad {
  readonly record: LoadRecord;
  readonly learners: Learner[];
  readonly imports: ImportRounds;
  /** A learner who sends requests only when the test calls it. */
  readonly probe: Learner;
  readonly #pauseMs: number;
  readonly #loops: Promise<void>[] = [];
  readonly #stopped = new AbortController();

  private constructor(
    record: LoadRecord,
    learners: Learner[],
    probe: Learner,
    imports: ImportRounds,
    pauseMs: number,
  ) {
    this.record = record;
    this.learners = learners;
    this.probe = probe;
    this.imports = imports;
    this.#pauseMs = pauseMs;
  }

  static async start(
    installation: Installation,
    administrator: Administrator,
    options: LoadOptions,
  ): Promise<MixedLoad> {
    const { random, readers, rowsPerImport, pauseMs, importPauseMs } = options;
    const record = new LoadRecord();
    const learners: Learner[] = [];
    for (const [index, share] of (await listShares(installation, options.learners + 1)).entries()) {
      const session = new Session(installation.url, `10.1.0.${index + 1}`);
      const id = await session.signUp(`learner-${index}@example.org`);
      learners.push(new Learner(id, session, share, record, createRandom(random.between(0, 2 ** 31))));
    }
    const probe = learners.pop() as Learner;
    const imports = new ImportRounds(installation, administrator, rowsPerImport, random);
    const load = new MixedLoad(record, learners, probe, imports, pauseMs);
    for (const learner of load.learners) load.#repeat(() => learner.turn());
    const reads = await listReads(installation);
    for (let reader = 0; reader < readers; reader++) {
      load.#repeat(async () => {
        const { kind, send, isRight } = random.pick(reads);
        // A random address, because this load does not test limits by address.
        const address = `10.2.${random.between(0, 255)}.${random.between(1, 254)}`;
        const text = await record.note(kind, send(new Session(installation.url, address)));
        if (text !== undefined && !isRight(text)) record.wrong.push(`${kind} has not its content`);
      });
    }
    load.#repeat(() => imports.next(record), importPauseMs);
    return load;
  }

  /** The writes acknowledged to each learner so far. */
  acknowledged(): Map<Learner, Acknowledged> {
    return new Map(this.learners.map((learner) => [learner, learner.acknowledged()]));
  }

  /** Compares each learner's rows in the database with the acknowledged writes that are still the last ones. */
  async compare(installation: Installation, acknowledged = this.acknowledged()): Promise<void> {
    const client = await installation.client();
    for (const [learner, before] of acknowledged) {
      const { data } = await client
        .from("user_progress")
        .select("record_id")
        .eq("user_id", learner.id)
        .eq("completed", true)
        .throwOnError();
      const ids = data.map(({ record_id }) => record_id);
      learner.compare(ids, unchanged(before, learner.acknowledged()));
    }
  }

  /** Resolves when every request has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#loops);
  }

  #repeat(work: () => Promise<void>, pauseMs = this.#pauseMs): void {
    const loop = async () => {
      while (!this.#stopped.signal.aborted) {
        await work();
        await delay(pauseMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
      }
    };
    this.#loops.push(loop());
  }
}

/** The lectures of each learner. Two learners share a course, and each has every second lecture of it. */
async function listShares(installation: Installation, learners: number): Promise<Share[]> {
  const client = await installation.client();
  const { data: courses } = await client
    .from("course_summaries")
    .select("course_name")
    .gte("lecture_count", 60)
    .order("course_name")
    .limit(Math.ceil(learners / 2))
    .throwOnError();
  const shares: Share[] = [];
  for (const { course_name: course } of courses) {
    const { data } = await client
      .from("lectures")
      .select("id")
      .eq("Course Name", course)
      .order("id")
      .throwOnError();
    for (const half of [0, 1])
      shares.push({ course, lectures: data.map(({ id }) => id).filter((_id, index) => index % 2 === half) });
  }
  return shares.slice(0, learners);
}
