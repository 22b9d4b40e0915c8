import { setTimeout as delay } from "node:timers/promises";
import { LaunchError } from "../launch-error.ts";
import { checkAddress } from "./address.ts";
import { describeFinding, type Finding } from "./finding.ts";
import { checkSupabase, type SupabaseOptions } from "./supabase.ts";
import type { Target } from "./target.ts";

type WaitOptions = {
  /** Milliseconds after which the start fails if the address does not answer. */
  limitMs?: number;
  /** Milliseconds between two lines that say what the start is waiting for. */
  everyMs?: number;
  say?: (line: string) => void;
  signal?: AbortSignal;
};

const PAUSE_MS = 500;

/**
 * Waits until a Supabase answers, prints what it is waiting for, and checks whether the app can start on it. Also
 * prints what is wrong but does not prevent the start.
 * @throws {LaunchError} with what prevents the start and what to do about it
 */
export async function checkBeforeStart(
  target: Target,
  options: SupabaseOptions = {},
  wait: WaitOptions = {},
): Promise<void> {
  await waitForAddress(target, wait);
  const { essential, other } = await checkSupabase(target, options);
  const isWrong = ({ state }: Finding) => state === "wrong";
  const serious = essential.filter(isWrong);
  if (serious.length > 0) throw new LaunchError(serious.map(describeFinding).join("\n"));
  const { say = console.log } = wait;
  for (const finding of other.filter(isWrong)) say(describeFinding(finding));
}

async function waitForAddress(
  target: Target,
  { limitMs = 120_000, everyMs = 4_000, say = console.log, signal }: WaitOptions,
): Promise<void> {
  const start = performance.now();
  let saidAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { finding, mayPass } = await checkAddress(target);
    if (finding.state !== "wrong") return;
    signal?.throwIfAborted();
    const left = limitMs - (performance.now() - start);
    if (!mayPass || left <= 0) throw new LaunchError(describeFinding(finding));
    if (performance.now() - saidAt >= everyMs) {
      say(`Waiting, for ${Math.ceil(left / 1000)} s at most: ${finding.text}`);
      saidAt = performance.now();
    }
    await delay(Math.min(PAUSE_MS, left), undefined, { signal });
  }
}
