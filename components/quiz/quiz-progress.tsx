type QuizProgressProps = { position: number; total: number; score: number };

/** Where the learner is: question, score and the bar that fills up to the last question. */
export function QuizProgress({ position, total, score }: QuizProgressProps) {
  const place = `Question ${position} of ${total}`;
  return (
    <div>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm font-semibold tabular-nums">
        <p>{place}</p>
        <p className="text-quiet">{`Score: ${score}/${total}`}</p>
      </div>
      <div
        role="progressbar"
        aria-label="Quiz progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={position}
        aria-valuetext={place}
        className="mt-2 h-2 overflow-hidden rounded-full bg-well"
      >
        <div
          className="h-full rounded-full bg-board transition-[width]"
          style={{ width: `${(position / total) * 100}%` }}
        />
      </div>
    </div>
  );
}
