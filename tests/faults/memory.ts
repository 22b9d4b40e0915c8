import { readFile } from "node:fs/promises";
import { listProcesses } from "../embedded/processes.ts";

/** The memory of a process and all that it started, in megabytes; what several share is counted once. Linux alone. */
export async function memoryOf(root: number): Promise<number> {
  const all = listProcesses();
  const family = [root];
  for (const pid of family)
    family.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  let kilobytes = 0;
  for (const pid of family) {
    // One may have ended meanwhile.
    const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes / 1000;
}
