import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "../run.ts";

/**
 * Does some work while a separate process requests pages, one after the other.
 * @returns the result of the work, and the sorted times of the pages in milliseconds; -1 if the status was not 200
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
  // The first line says that the process has begun.
  await lines.next();
  const result = await work().finally(() => child.stdin.end());
  const { value } = await lines.next();
  if (value === undefined) throw new Error("The process that requests pages has ended early.");
  return { result, times: JSON.parse(value).sort((a: number, b: number) => a - b) };
}

/** The time that a share of the pages do not exceed; 0.5 gives the median. Pages that failed count as the shortest. */
export const percentile = (times: readonly number[], share: number): number =>
  times[Math.floor((times.length - 1) * share)] ?? -1;
