import type { Random } from "../../bench/random.ts";
import { countSeconds, type Seconds, unite } from "../../lib/watching/seconds.ts";
import type { CourseProgress } from "../../lib/watching/types.ts";
import type { LoadRecord } from "./load-record.ts";
import type { Session } from "./session.ts";

/** Lectures of one course that one learner ticks; no other learner does. */
export type Share = { course: string; lectures: number[] };

/** The last write to each lecture that was acknowledged; of lectures that were not written to since. */
export type Acknowledged = ReadonlyMap<number, Tick>;
type Tick = { completed: boolean };

/** Those acknowledged before that were not written to until later. */
export const unchanged = (before: Acknowledged, later: Acknowledged): Acknowledged =>
  new Map([...before].filter(([id, tick]) => later.get(id) === tick));

/** How long after a write without an answer the lecture is left alone: it may still go in. */
const DOUBT_MS = 10_000;

/** Longer than what a run can have been seen of it: nothing is completed by watching. */
const VIDEO_SECONDS = 100_000;

/** A learner who ticks lectures, watches some, and reads back what is known. */
export class Learner {
  readonly id: string;
  readonly #session: Session;
  readonly #share: Share;
  readonly #record: LoadRecord;
  readonly #random: Random;
  readonly #acknowledged = new Map<number, Tick>();
  /** What was seen of each lecture, as far as it was acknowledged. */
  readonly #seen = new Map<number, Seconds>();
  /** Lectures with a write that had no answer, and until when they are left alone. */
  readonly #doubts = new Map<number, number>();

  constructor(id: string, session: Session, share: Share, record: LoadRecord, random: Random) {
    this.id = id;
    this.#session = session;
    this.#share = share;
    this.#record = record;
    this.#random = random;
  }

  /** One tick, maybe some seconds of a lecture, and one look at what is known. */
  async turn(): Promise<void> {
    if (this.#random.chance(0.05)) this.#session.age();
    await this.tick();
    if (this.#random.chance(0.5)) await this.watch();
    await this.readBack();
  }

  /** Sees a part of a lecture. What has no answer may have gone in, or not. */
  async watch(): Promise<void> {
    const recordId = this.#random.pick(this.#share.lectures);
    const from = 15 * this.#random.between(0, 2_000);
    const watched: Seconds = [[from, from + 15]];
    const item = { recordId, position: from, duration: VIDEO_SECONDS, watched, ago: 0 };
    const request = this.#session.send("POST", "/api/watching", { items: [item] });
    if ((await this.#record.note("write", request)) === undefined) return;
    this.#seen.set(recordId, unite(this.#seen.get(recordId) ?? [], watched));
  }

  /** Whether it was acknowledged. */
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

  /** Whether it was answered. */
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
      if (countSeconds(unite(known, seconds)) > countSeconds(known))
        this.#record.wrong.push(`what was seen was lost: lecture ${id} of ${this.id}`);
    }
    return true;
  }

  /** What was acknowledged so far. */
  acknowledged(): Acknowledged {
    return new Map(this.#acknowledged);
  }

  /** Compares the lectures that are ticked, as found somewhere, with what was acknowledged. */
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
