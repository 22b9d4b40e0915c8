/** Completed of all as a whole percent, rounded; 0 of 0 is 0. */
export function percentOf(completed: number, all: number): number {
  return all === 0 ? 0 : Math.round((completed / all) * 100);
}
