import { setTimeout as delay } from "node:timers/promises";
import { LaunchError } from "./launch-error.ts";

/** A part of the product that runs until it is stopped. */
type Running = { stop(): Promise<void>; kill?(): void };

/** Stops every part that this process started: after a signal, or when a part has failed. */
export class Shutdown {
  readonly #controller = new AbortController();
  readonly #running: Running[] = [];
  #requested = false;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.#onSignal());
  }

  /** Aborts when the shutdown begins. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether a signal requested the shutdown, as opposed to a part that failed. */
  get requested(): boolean {
    return this.#requested;
  }

  /** Registers a part to be stopped; the last one registered is stopped first. */
  add<T extends Running>(running: T): T {
    this.#running.push(running);
    return running;
  }

  /** Begins the shutdown because a part has failed. */
  fail(reason: string): void {
    this.#controller.abort(new LaunchError(reason));
  }

  /** The result of some work, or a rejection as soon as the shutdown begins. */
  async orAbort<T>(work: Promise<T>): Promise<T> {
    // Work that is abandoned may still fail once the parts it needs are stopped.
    work.catch(() => {});
    return Promise.race([work, this.#aborted()]);
  }

  /** Stops every part, in order. */
  async stopAll(): Promise<void> {
    for (const running of this.#running.toReversed()) {
      await running.stop();
    }
  }

  #aborted(): Promise<never> {
    const { signal } = this;
    return new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  }

  #onSignal(): void {
    if (this.#requested) void this.#force();
    this.#requested = true;
    this.#controller.abort(new Error("Stopped."));
  }

  /** Kills the parts at once, after a second signal. The backend ends when its channel to this process closes. */
  async #force(): Promise<void> {
    for (const running of this.#running) running.kill?.();
    await delay(0);
    process.exit(1);
  }
}
