const HOUR_MS = 3_600_000;

/** Has work done once an hour, and maybe at once, as long as the process lives. Errors are logged. */
export function everyHour(work: () => Promise<void>, { beginsNow = false } = {}): void {
  const begin = () => void work().catch(console.error);
  setInterval(begin, HOUR_MS).unref();
  if (beginsNow) begin();
}
