// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { ListChecks } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { NoScriptNote } from "@/components/ui/no-script";
import { formatCount } from "@/lib/catalogue/display";

type QuizIntroProps = {
  courseName: string;
  total: number;
  /** Called when the start button gets the pointer or the focus. */
  onPrepare: () => void;
  onStart: () => unknown;
};

export function QuizIntro({ courseName, total, onPrepare, onStart }: QuizIntroProps) {
  return (
    <section className="rounded-2xl border border-line bg-card px-[min(1.5rem,6vw)] py-10 text-center sm:px-12 sm:py-14">
      <ListChecks aria-hidden="true" className="mx-auto size-12 text-board" strokeWidth={1.25} />
      <p className="mt-4 text-sm font-semibold text-board">Quiz</p>
      <h1 className="mt-1 font-serif text-2xl leading-tight font-semibold tracking-tight text-balance break-words sm:text-3xl">
        {courseName}
      </h1>
      <dl className="mx-auto mt-8 grid max-w-sm grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-px overflow-hidden rounded-xl border border-line bg-line">
        <Fact term="Total questions">{formatCount(total)}</Fact>
        <Fact term="Format">Multiple Choice</Fact>
      </dl>
      <button
        type="button"
        onPointerEnter={onPrepare}
        onFocus={onPrepare}
        onClick={onStart}
        className={buttonClasses("solid", "needs-script mt-8 min-w-[min(10rem,100%)]")}
      >
        Start Quiz
      </button>
      <NoScriptNote>Taking the quiz needs JavaScript.</NoScriptNote>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div className="bg-card p-4">
      <dt className="text-xs text-quiet">{term}</dt>
      <dd className="mt-1 text-[0.9375rem] font-semibold">{children}</dd>
    </div>
  );
}
