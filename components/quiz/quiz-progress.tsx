import { ProgressBar } from "@/components/ui/progress-bar";

type QuizProgressProps = { position: number; total: number; score: number };

export function QuizProgress({ position, total, score }: QuizProgressProps) {
  const text = `Question ${position} of ${total}`;
  return (
    <div>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm font-semibold tabular-nums">
        <p>{text}</p>
        <p className="text-quiet">{`Score: ${score}/${total}`}</p>
      </div>
      <div className="mt-2">
        <ProgressBar label="Quiz progress" value={position} max={total} valueText={text} />
      </div>
    </div>
  );
}
