/**
 * How much of `total` is done, as a whole percentage for display: rounded, but at most 99 while anything is missing
 * and at least 1 once anything is done. 0 of 0 is 0.
 *
 * @param thresholds percentages with a meaning, such as the bands of a quiz result: rounding up never reaches one
 *   of them. With 80 among them, 39 of 49 (79.6 %) is 79.
 */
export function percentOf(part: number, total: number, thresholds: readonly number[] = []): number {
  if (part <= 0 || total <= 0) return 0;
  if (part >= total) return 100;
  const percent = Math.min(99, Math.max(1, Math.round((part / total) * 100)));
  // Compares whole numbers, because a division could be off by a rounding error.
  const isReached = part * 100 >= percent * total;
  return thresholds.includes(percent) && !isReached ? percent - 1 : percent;
}
