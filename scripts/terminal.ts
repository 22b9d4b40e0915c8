import { percentOf } from "../lib/percent.ts";
import { isJsonLog } from "../server/json-log.ts";

const BAR_WIDTH = 30;

/** Prints one line for a stage of the start: its title, then its duration. */
export async function stage<T>(title: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  if (isJsonLog()) {
    const result = await work();
    console.log(`${title} … ${seconds(start)}`);
    return result;
  }
  process.stdout.write(`${title} … `);
  try {
    const result = await work();
    process.stdout.write(`${seconds(start)}\n`);
    return result;
  } catch (error) {
    process.stdout.write("\n");
    throw error;
  }
}

type Progress = { done: number; total: number };

/**
 * Draws a progress bar on a terminal; elsewhere prints a line at every tenth. Prints nothing until the first
 * report.
 */
export function progressBar(title: string, out: NodeJS.WriteStream = process.stdout) {
  const start = performance.now();
  let lastStep = -1;
  const print = ({ done, total }: Progress) => {
    const share = percentOf(done, total);
    const step = out.isTTY ? share : Math.floor(share / 10);
    if (step === lastStep) return;
    lastStep = step;
    const percent = `${String(share).padStart(3)} %`;
    if (isJsonLog()) return console.log(`${title} … ${percent}`);
    if (!out.isTTY) return void out.write(`${title} … ${percent}\n`);
    const filled = Math.round((share / 100) * BAR_WIDTH);
    out.write(`\r${title} ${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)} ${percent}`);
  };
  const finish = (summary: string) => {
    if (isJsonLog()) return console.log(`${title} … ${summary}, ${seconds(start)}`);
    const ERASE_LINE = "\r\u001b[K";
    out.write(`${out.isTTY ? ERASE_LINE : ""}${title} … ${summary}, ${seconds(start)}\n`);
  };
  return { print, finish };
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
