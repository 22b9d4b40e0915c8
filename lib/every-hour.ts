const HOUR_MS = 3_600_000;

/** Runs `work` once an hour while the process lives, and at once if `beginsNow` is set. Errors are logged. */
export function everyHour(work: () => Promise<void>, { beginsNow = false } = {}): void {
  const begin = () => void work().catch(console.error);
  setInterval(begin, HOUR_MS).unref();
  if (beginsNow) begin();
}
