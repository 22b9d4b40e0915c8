import type { Ref } from "react";
import { buttonClasses } from "@/components/ui/button";
import { deriveResult } from "@/lib/quiz/result";
import { routes } from "@/lib/routes";

type QuizResultProps = {
  courseId: string;
  score: number;
  total: number;
  onRetake: () => void;
  headingRef: Ref<HTMLHeadingElement>;
};

export function QuizResult({ courseId, score, total, onRetake, headingRef }: QuizResultProps) {
  const { percent, message } = deriveResult(score, total);
  return (
    <section className="rounded-2xl border border-line bg-card px-[min(1.5rem,6vw)] py-10 text-center sm:px-12 sm:py-14">
      <h2
        ref={headingRef}
        tabIndex={-1}
        className="font-serif text-2xl font-semibold outline-none sm:text-3xl"
      >
        Quiz Complete!
      </h2>
      <p className="mt-6 font-serif text-[min(3.75rem,20vw)] leading-none font-semibold text-board tabular-nums sm:text-7xl">
        {`${percent}%`}
      </p>
      <p className="mt-3 text-lg font-semibold">{`You scored ${score} out of ${total}`}</p>
      <p className="mt-2 text-quiet text-balance">{message}</p>
      <div className="mt-8 flex flex-col justify-center gap-3 sm:flex-row">
        <button type="button" onClick={onRetake} className={buttonClasses("solid", "sm:min-w-40")}>
          Retake Quiz
        </button>
        <a href={routes.course(courseId)} className={buttonClasses("outline", "sm:min-w-40")}>
          Back to Course
        </a>
      </div>
    </section>
  );
}
