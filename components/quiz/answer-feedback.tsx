import { letterOf } from "@/lib/quiz/letters";
import type { CheckedAnswer } from "@/lib/quiz/types";

/**
 * Whether an answer was correct. A live region must be in the document before its text changes, or screen readers
 * stay silent: it is rendered before there is an answer.
 */
export function AnswerFeedback({
  answer,
  failure,
}: {
  answer: CheckedAnswer | null;
  failure: string | null;
}) {
  return (
    <div role="status">
      {failure ? (
        <p ref={bringIntoView} className="mt-5 scroll-mb-4 font-semibold text-fault">
          {failure}
        </p>
      ) : null}
      {answer ? (
        <div className="mt-5 rounded-xl bg-well px-4 py-4 sm:px-5">
          <p className="font-semibold">
            {answer.correct
              ? "Correct!"
              : `Not quite. The correct answer is ${letterOf(answer.correctAnswer)}.`}
          </p>
          {answer.explanation ? (
            <p dir="auto" className="mt-1 leading-relaxed break-words whitespace-pre-line">
              {answer.explanation}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Below long options it would not be seen. */
const bringIntoView = (message: HTMLElement | null) => message?.scrollIntoView({ block: "nearest" });
