/** Bands of a result, the best first, word for word from the specification. */
const BANDS = [
  { from: 80, message: "Great job! Excellent performance! 🎉" },
  { from: 60, message: "Good work! Keep practicing! 👍" },
  { from: 0, message: "Keep learning! You'll do better next time! 💪" },
];

/** Percentages that a result must not claim by rounding up. */
const CLAIMS = [60, 80, 100];

/** Whether `score` of `total` is at least `percent`, in whole numbers: no rounding decides a band. */
const reaches = (score: number, total: number, percent: number) => score * 100 >= percent * total;

/**
 * The percentage to show, rounded, but never up to a band or a full score that was not reached:
 * 39 of 49 (79.6 %) shows 79, so that number and message agree.
 */
export function percentOf(score: number, total: number): number {
  const percent = Math.round((score * 100) / total);
  return CLAIMS.includes(percent) && !reaches(score, total, percent) ? percent - 1 : percent;
}

/** What the result screen says to a score. */
export function bandMessage(score: number, total: number): string {
  return BANDS.find(({ from }) => reaches(score, total, from))?.message ?? "";
}
