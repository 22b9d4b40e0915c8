"use client";

import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import type { QuizState } from "@/lib/quiz/machine";
import type { QuizQuestion } from "@/lib/quiz/types";
import { AnswerFeedback } from "./answer-feedback";
import { type OptionMark, QuizOption } from "./quiz-option";
import { QuizProgress } from "./quiz-progress";
import { isAtQuiz, useQuizKeys } from "./use-quiz-keys.client";

type QuestionState = Extract<QuizState, { phase: "question" }>;

type QuestionScreenProps = {
  question: QuizQuestion;
  state: QuestionState;
  failure: string | null;
  onChoose: (option: number) => void;
  onNext: () => void;
};

/** One question; each is mounted anew. The focus in the quiz moves to it, and after the answer to the next button. */
export function QuestionScreen({ question, state, failure, onChoose, onNext }: QuestionScreenProps) {
  const { index, total, score, selected, checked } = state;
  const questionId = useId();
  const screen = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const isAnswered = checked !== null;

  useEffect(() => {
    if (!isAtQuiz(document.activeElement, screen.current)) return;
    // Browsers scroll what gets the focus to the middle: the question, or its number and the score, would be out of view.
    const [focused, shown] = isAnswered
      ? [next.current, next.current]
      : [heading.current, screen.current?.firstElementChild];
    focused?.focus({ preventScroll: true });
    shown?.scrollIntoView({ block: "nearest" });
  }, [isAnswered]);
  useQuizKeys({
    screen,
    optionCount: question.options.length,
    onChoose,
    onEnter: isAnswered ? onNext : undefined,
  });

  return (
    <section ref={screen} aria-labelledby={questionId}>
      <QuizProgress position={index + 1} total={total} score={score} />
      <div className="mt-5 rounded-2xl border border-line bg-card px-[min(1rem,4vw)] py-6 sm:px-8 sm:py-8">
        <h2
          ref={heading}
          id={questionId}
          tabIndex={-1}
          dir="auto"
          className="font-serif text-xl leading-snug font-semibold break-words whitespace-pre-line outline-none sm:text-2xl"
        >
          {question.question}
        </h2>
        <fieldset
          aria-labelledby={questionId}
          onKeyDown={moveFocusByArrows}
          className="mt-6 flex flex-col gap-3"
        >
          {question.options.map((text, option) => (
            <QuizOption
              // biome-ignore lint/suspicious/noArrayIndexKey: options keep their order, and two may have the same text
              key={option}
              index={option}
              text={text}
              mark={markOf(option, state)}
              isSelected={option === selected}
              onChoose={() => onChoose(option)}
            />
          ))}
        </fieldset>
        <AnswerFeedback answer={checked} failure={failure} />
        {isAnswered ? (
          <button
            ref={next}
            type="button"
            onClick={onNext}
            className={buttonClasses("solid", "mt-6 w-full scroll-mb-4 sm:w-auto")}
          >
            {index + 1 < total ? "Next Question" : "View Results"}
          </button>
        ) : null}
      </div>
    </section>
  );
}

function markOf(option: number, { selected, checked }: QuestionState): OptionMark {
  if (!checked) return option === selected ? "pending" : "open";
  if (option === checked.correctAnswer) return "correct";
  return option === selected ? "wrong" : "unchosen";
}

/** Moves the focus only: the browser's arrow keys also select a radio button, which here is a final answer. */
function moveFocusByArrows(event: KeyboardEvent<HTMLFieldSetElement>) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input:enabled")];
  const at = radios.indexOf(event.target as HTMLInputElement);
  radios.at((at + step) % radios.length)?.focus();
}
