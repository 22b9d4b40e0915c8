import type { Random } from "../../bench/random.ts";
import { countSeconds, type Seconds, unionOf } from "../../lib/watching/seconds.ts";
import type { CourseProgress } from "../../lib/watching/types.ts";
import type { LoadRecord } from "./load-record.ts";
import type { Session } from "./session.ts";

/** Lectures of one course that only one learner ticks. */
export type Share = { course: string; lectures: number[] };

/** The last acknowledged write to each lecture, without lectures that have had a newer write since. */
export type Acknowledged = ReadonlyMap<number, Tick>;
type Tick = { completed: boolean };

/** The writes in `before` that are still the last ones in `later`. */
export const unchanged = (before: Acknowledged, later: Acknowledged): Acknowledged =>
  new Map([...before].filter(([id, tick]) => later.get(id) === tick));

/** How long a lecture is left alone after a write without a response, because the write may still be stored. */
const DOUBT_MS = 10_000;

/** Longer than a test run can watch, so that watching never completes a lecture. */
const VIDEO_SECONDS = 100_000;

/** A learner who ticks lectures, watches some, and reads the stored state back. */
export class Learner {
  readonly id: string;
  readonly #session: Session;
  readonly #share: Share;
  readonly #record: LoadRecord;
  readonly #random: Random;
  readonly #acknowledged = new Map<number, Tick>();
  /** The acknowledged watched seconds of each lecture. */
  readonly #seen = new Map<number, Seconds>();
  /** Lectures with a write that is pending or had no response, and the time until which they are left alone. */
  readonly #doubts = new Map<number, number>();

  constructor(id: string, session: Session, share: Share, record: LoadRecord, random: Random) {
    this.id = id;
    this.#session = session;
    this.#share = share;
    this.#record = record;
    this.#random = random;
  }

  /** Ticks one lecture, sometimes watches part of one, and reads the state back once. */
  async turn(): Promise<void> {
    if (this.#random.chance(0.05)) this.#session.age();
    await this.tick();
    if (this.#random.chance(0.5)) await this.watch();
    await this.readBack();
  }

  /** Watches a part of a lecture. A write without a response may or may not have been stored. */
  async watch(): Promise<void> {
    const recordId = this.#random.pick(this.#share.lectures);
    const from = 15 * this.#random.between(0, 2_000);
    const watched: Seconds = [[from, from + 15]];
    const item = { recordId, position: from, duration: VIDEO_SECONDS, watched, ago: 0 };
    const request = this.#session.send("POST", "/api/watching", { items: [item] });
    if ((await this.#record.note("write", request)) === undefined) return;
    this.#seen.set(recordId, unionOf(this.#seen.get(recordId) ?? [], watched));
  }

  /** Ticks or unticks a lecture; returns whether the write was acknowledged. */
  async tick(): Promise<boolean> {
    const recordId = this.#random.pick(
      this.#share.lectures.filter((id) => (this.#doubts.get(id) ?? 0) < Date.now()),
    );
    const completed = this.#random.chance(0.7);
    this.#acknowledged.delete(recordId);
    this.#doubts.set(recordId, Number.POSITIVE_INFINITY);
    const request = this.#session.send("PUT", "/api/progress", { recordId, completed });
    const answer = await this.#record.note("write", request);
    if (answer === undefined) this.#doubts.set(recordId, Date.now() + DOUBT_MS);
    else {
      this.#doubts.delete(recordId);
      this.#acknowledged.set(recordId, { completed });
    }
    return answer !== undefined;
  }

  /** Reads the progress back and compares it; returns whether the read was answered. */
  async readBack(): Promise<boolean> {
    const path = `/api/progress?course=${encodeURIComponent(this.#share.course)}`;
    const before = this.acknowledged();
    const seen = [...this.#seen];
    const answer = await this.#record.note("read", this.#session.send("GET", path));
    if (answer === undefined) return false;
    const { completed, watching }: CourseProgress = JSON.parse(answer);
    this.compare(completed, unchanged(before, this.#acknowledged));
    for (const [id, seconds] of seen) {
      const known = watching.find(({ recordId }) => recordId === id)?.watched ?? [];
      if (countSeconds(unionOf(known, seconds)) > countSeconds(known))
        this.#record.wrong.push(`what was seen was lost: lecture ${id} of ${this.id}`);
    }
    return true;
  }

  /** A copy of the writes acknowledged so far. */
  acknowledged(): Acknowledged {
    return new Map(this.#acknowledged);
  }

  /** Compares the ticked lectures that were found with the acknowledged writes. */
  compare(found: readonly number[], acknowledged: Acknowledged): void {
    const ticked = new Set(found);
    for (const [id, { completed }] of acknowledged) {
      if (ticked.has(id) !== completed)
        this.#record.wrong.push(`a write was lost: lecture ${id} of ${this.id} ${completed ? "on" : "off"}`);
    }
    for (const id of ticked) {
      if (!this.#share.lectures.includes(id))
        this.#record.wrong.push(`${this.id} has another learner's lecture ${id}`);
    }
  }
}
