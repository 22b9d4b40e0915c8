"use client";
// Rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { useEffect, useEffectEvent, useReducer, useState } from "react";
import { send } from "@/components/api/calls.client";
import { tryLoad } from "@/components/api/try-load.client";
import { introOf, type QuizEvent, quizReducer } from "@/lib/quiz/machine";
import { quizMessages } from "@/lib/quiz/messages";
import type { CheckedAnswer, Quiz as QuizData } from "@/lib/quiz/types";
import { keepQuiz, readKeptQuiz } from "./kept-quiz.client";
import { QuizIntro } from "./quiz-intro";

// Both are loaded before the first question, so that a learner who has answered every question can see the result.
async function loadScreens() {
  const [{ QuestionScreen }, { QuizResult }] = await Promise.all([
    import("./question-screen.client"),
    import("./quiz-result"),
  ]);
  return { QuestionScreen, QuizResult };
}

/** Whether the question was deleted or changed after the page was loaded. */
const isOutdated = ({ status }: { status: number }) => status === 404 || status === 409;

/** Gives the result the focus, and shows it from the top of the page: the last button may have been far below. */
function showResult(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** A course's quiz, from the start screen to the result. The server checks each answer. */
export function Quiz({ quiz }: { quiz: QuizData }) {
  const { courseId, courseName, questions } = quiz;
  const [state, dispatch] = useReducer(quizReducer, introOf(questions.length));
  const [failure, setFailure] = useState<string | null>(null);
  // `lazy` would leave the place of a screen empty for a moment.
  const [screens, setScreens] = useState<Awaited<ReturnType<typeof loadScreens>>>();
  const question = state.phase === "question" ? questions[state.index] : undefined;

  async function begin(event: QuizEvent) {
    if (!(await tryLoad(loadScreens))) return;
    setScreens(await loadScreens());
    dispatch(event);
  }
  const goOn = useEffectEvent(() => {
    const from = readKeptQuiz(questions);
    if (from) void begin({ type: "go on", from });
  });
  useEffect(() => goOn(), []);
  useEffect(() => keepQuiz(state, questions), [state, questions]);

  async function choose(option: number) {
    if (state.phase !== "question" || !question || state.selected !== null) return;
    const { index } = state;
    setFailure(null);
    dispatch({ type: "select", option });
    const checked = await send<CheckedAnswer>("POST", "/api/quiz/answer", {
      questionId: question.id,
      option,
      textVersion: question.textVersion,
    });
    if (checked.ok) return dispatch({ type: "checked", index, option, answer: checked.data });
    setFailure(isOutdated(checked) ? checked.message : quizMessages.notChecked);
    dispatch({ type: "check failed", index });
  }

  if (state.phase === "intro" || !screens) {
    return (
      <QuizIntro
        courseName={courseName}
        total={questions.length}
        onPrepare={() => void loadScreens().catch(() => {})}
        onStart={() => begin({ type: "start" })}
      />
    );
  }
  const { QuestionScreen, QuizResult } = screens;
  return (
    <>
      <h1 className="mb-4 text-sm font-semibold text-board break-words">{courseName}</h1>
      {state.phase === "question" && question ? (
        <QuestionScreen
          key={state.index}
          question={question}
          state={state}
          failure={failure}
          onChoose={choose}
          onNext={() => dispatch({ type: "next" })}
        />
      ) : null}
      {/* A live region must be in the document before its text changes, or screen readers stay silent. */}
      <div role="status">
        {state.phase === "complete" ? (
          <QuizResult
            courseId={courseId}
            score={state.score}
            total={state.total}
            onRetake={() => dispatch({ type: "retake" })}
            headingRef={showResult}
          />
        ) : null}
      </div>
    </>
  );
}
