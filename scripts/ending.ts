import { setTimeout as delay } from "node:timers/promises";
import { LaunchError } from "./launch-error.ts";

/** Something that runs until it is told to end. */
export type Running = { stop(): Promise<void>; kill?(): void };

/** The end of this launch: asked for by a signal, or forced by a part that ended on its own. */
export class Ending {
  readonly #controller = new AbortController();
  readonly #running: Running[] = [];
  #requested = false;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.#onSignal());
  }

  /** Fires when the end has come, for what can be called off. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether someone asked for it, as opposed to something having failed. */
  get requested(): boolean {
    return this.#requested;
  }

  /** Has something ended with this launch; what came last ends first. */
  add<T extends Running>(running: T): T {
    this.#running.push(running);
    return running;
  }

  /** Brings the end about because a part can no longer do its work. */
  fail(reason: string): void {
    this.#controller.abort(new LaunchError(reason));
  }

  /** The outcome of some work, or a rejection as soon as the end has come. */
  async orEnd<T>(work: Promise<T>): Promise<T> {
    // Work that is left behind may still fail, when what it stands on is taken away.
    work.catch(() => {});
    return Promise.race([work, this.#come()]);
  }

  /** Ends everything, in order. */
  async stopAll(): Promise<void> {
    for (const running of this.#running.toReversed()) {
      await running.stop();
    }
  }

  #come(): Promise<never> {
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

  /** At the second signal nothing is waited for. The channel to the backend closes with this process. */
  async #force(): Promise<void> {
    for (const running of this.#running) running.kill?.();
    await delay(0);
    process.exit(1);
  }
}
