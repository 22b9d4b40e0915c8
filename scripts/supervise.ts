import { setTimeout as delay } from "node:timers/promises";

/** A part of the product that runs in its own process. */
export type Part = {
  /** Resolves when the part has ended, with the known reason. */
  ended: Promise<string>;
  stop(): Promise<void>;
  kill?(): void;
};

/** The delay before each restart, in milliseconds. If the last restart fails too, the part is given up. */
const PAUSES_MS = [0, 100, 500, 1_000, 2_000, 4_000, 8_000];
/** Once a part has run this long, its earlier failures are forgotten. */
const STEADY_AFTER_MS = 60_000;

type Options = {
  /** Aborts when the whole product shuts down. */
  signal: AbortSignal;
  /** Called with the last reason when a part has ended too often. */
  onGivenUp: (message: string) => void;
  /** Called before each restart. */
  onRestart?: () => void;
  /** Replaces the part until it is restarted. Its errors are ignored: if it fails, so does the restart. */
  standIn?: () => Promise<unknown>;
  pauses?: readonly number[];
};

/**
 * Starts a part, and restarts it whenever it ends by itself.
 * @param name its name in messages
 * @param start starts the part; a restart passes the previous one. An error of the first start is rethrown
 */
export async function supervise<T extends Part>(
  name: string,
  start: (previous?: T) => Promise<T>,
  { signal, onGivenUp, onRestart, standIn, pauses = PAUSES_MS }: Options,
) {
  let part = await start();
  let isStopping = false;

  async function startAgain(reason: string, waits: readonly number[]): Promise<readonly number[]> {
    const [pause, ...left] = waits;
    if (pause === undefined)
      throw new Error(`${name} has ended ${pauses.length + 1} times in a row. ${reason}`);
    console.error(`${name} has ended and is started again. ${reason}`);
    onRestart?.();
    await standIn?.().catch(() => {});
    await delay(pause, undefined, { signal });
    try {
      part = await start(part);
      if (signal.aborted) await part.stop();
      return left;
    } catch (error) {
      return startAgain(error instanceof Error ? error.message : String(error), left);
    }
  }

  async function watch(): Promise<void> {
    let left = pauses;
    for (;;) {
      const started = performance.now();
      const reason = await part.ended;
      if (isStopping || signal.aborted) return;
      if (performance.now() - started > STEADY_AFTER_MS) left = pauses;
      left = await startAgain(reason, left);
    }
  }

  const watching = watch().catch((error) => {
    if (!signal.aborted) onGivenUp(error.message);
  });
  return {
    current: () => part,
    async stop() {
      isStopping = true;
      await part.stop();
      await watching;
    },
    kill: () => part.kill?.(),
  };
}
