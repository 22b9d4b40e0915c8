import { readFile } from "node:fs/promises";
import { listProcesses } from "../processes.ts";

/** The memory of a process and its descendants in megabytes, with shared memory counted once. Linux only. */
export async function memoryOf(root: number): Promise<number> {
  const all = listProcesses();
  const family = [root];
  for (const pid of family)
    family.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  let kilobytes = 0;
  for (const pid of family) {
    // A process may have ended in the meantime.
    const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes / 1000;
}
