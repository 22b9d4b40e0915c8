import type { Random } from "../../bench/random.ts";
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

/** A learner who ticks lectures and reads them back. */
export class Learner {
  readonly id: string;
  readonly #session: Session;
  readonly #share: Share;
  readonly #record: LoadRecord;
  readonly #random: Random;
  readonly #acknowledged = new Map<number, Tick>();
  /** Lectures with a write that had no answer, and until when they are left alone. */
  readonly #doubts = new Map<number, number>();

  constructor(id: string, session: Session, share: Share, record: LoadRecord, random: Random) {
    this.id = id;
    this.#session = session;
    this.#share = share;
    this.#record = record;
    this.#random = random;
  }

  /** One tick, and one look at what is ticked. */
  async turn(): Promise<void> {
    if (this.#random.chance(0.05)) this.#session.age();
    await this.tick();
    await this.readBack();
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
    const answer = await this.#record.note("read", this.#session.send("GET", path));
    if (answer === undefined) return false;
    this.compare(JSON.parse(answer).completed, unchanged(before, this.#acknowledged));
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
