import { Check, X } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { letterOf } from "@/lib/quiz/letters";

/** `open`: can be chosen; `pending`: chosen and being checked; the others: after the answer. */
export type OptionMark = "open" | "pending" | "correct" | "wrong" | "unchosen";

type QuizOptionProps = {
  index: number;
  text: string;
  mark: OptionMark;
  isSelected: boolean;
  onChoose: () => void;
};

const boxes: Record<OptionMark, string> = {
  open: "border-line bg-card hover:border-board",
  pending: "animate-pulse border-board bg-card",
  correct: "border-board bg-board-soft",
  wrong: "border-fault bg-fault/10",
  unchosen: "border-line bg-card text-quiet",
};

const badges: Record<OptionMark, string> = {
  open: "bg-well text-ink",
  pending: "bg-board text-board-ink",
  correct: "bg-board text-board-ink",
  wrong: "bg-fault text-paper",
  unchosen: "bg-well text-quiet",
};

export function QuizOption({ index, text, mark, isSelected, onChoose }: QuizOptionProps) {
  const isAnswered = mark !== "open" && mark !== "pending";
  return (
    <label
      className={classNames(
        "relative flex min-h-14 items-center gap-[min(0.75rem,3vw)] rounded-xl border-2 px-[min(0.75rem,3vw)] py-3 transition-colors sm:gap-4 sm:px-4",
        boxes[mark],
      )}
    >
      <input
        type="radio"
        name="option"
        value={index}
        checked={isSelected}
        disabled={isAnswered}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-xl disabled:cursor-default"
      />
      <span
        className={classNames(
          "grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold",
          badges[mark],
        )}
      >
        {letterOf(index)}
      </span>
      <span dir="auto" className="min-w-0 grow leading-snug break-words whitespace-pre-line">
        {text}
      </span>
      {mark === "correct" ? <Mark Icon={Check} label="Correct answer" className="text-board" /> : null}
      {mark === "wrong" ? <Mark Icon={X} label="Your answer" className="text-fault" /> : null}
    </label>
  );
}

function Mark({ Icon, label, className }: { Icon: typeof Check; label: string; className: string }) {
  return (
    <span className={classNames("flex shrink-0 items-center gap-1.5 text-sm font-semibold", className)}>
      <span className="sr-only sm:not-sr-only">{label}</span>
      <Icon aria-hidden="true" className="size-5" strokeWidth={2.5} />
    </span>
  );
}
