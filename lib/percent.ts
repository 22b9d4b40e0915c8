/**
 * How much of `total` is done, as a whole percent to show: rounded, but at most 99 while anything is missing
 * and at least 1 once there is anything. 0 of 0 is 0.
 *
 * @param thresholds percentages that mean something, such as the bands of a quiz result: none of them is shown
 *   before it is reached. With 80 among them, 39 of 49 (79.6 %) is 79.
 */
export function percentOf(part: number, total: number, thresholds: readonly number[] = []): number {
  if (part <= 0 || total <= 0) return 0;
  if (part >= total) return 100;
  const percent = Math.min(99, Math.max(1, Math.round((part / total) * 100)));
  // In whole numbers, which a division could miss by a rounding error.
  const isReached = part * 100 >= percent * total;
  return thresholds.includes(percent) && !isReached ? percent - 1 : percent;
}
