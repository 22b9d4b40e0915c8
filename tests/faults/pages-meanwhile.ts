import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "../run.ts";

/**
 * Does some work while a process of its own opens pages, one after the other.
 * @returns the work's result, and how long each page took, in milliseconds and in order; -1 for one that was not answered
 */
export async function timePagesMeanwhile<T>(
  addresses: readonly string[],
  work: () => Promise<T>,
): Promise<{ result: T; times: number[] }> {
  const child = spawn(process.execPath, ["tests/faults/page-times.ts", ...addresses], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  await lines.next();
  const result = await work().finally(() => child.stdin.end());
  const { value } = await lines.next();
  return { result, times: JSON.parse(value as string).sort((a: number, b: number) => a - b) };
}

/** The time that a share of them do not exceed; 0.5 for the median. */
export const timeAt = (times: readonly number[], share: number): number =>
  times[Math.floor((times.length - 1) * share)] ?? -1;
