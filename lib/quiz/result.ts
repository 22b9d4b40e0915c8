import { percentOf } from "../percent.ts";

/** The bands of results, the best first, word for word from the specification. */
const BANDS = [
  { from: 80, message: "Great job! Excellent performance! 🎉" },
  { from: 60, message: "Good work! Keep practicing! 👍" },
  { from: 0, message: "Keep learning! You'll do better next time! 💪" },
];
const THRESHOLDS = BANDS.map(({ from }) => from);

type QuizResult = { percent: number; message: string };

/** What the result screen says about `score` of `total`. Rounding never lifts the percentage into a higher band. */
export function deriveResult(score: number, total: number): QuizResult {
  const percent = percentOf(score, total, THRESHOLDS);
  return { percent, message: BANDS.find(({ from }) => percent >= from)?.message ?? "" };
}
