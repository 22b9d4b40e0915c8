"use client";

import { useEffect, useReducer, useRef, useState } from "react";
import { introOf, quizReducer } from "@/lib/quiz/machine";
import type { Quiz as QuizData } from "@/lib/quiz/types";
import { postAnswer } from "./post-answer.client";
import { QuestionScreen } from "./question-screen.client";
import { QuizIntro } from "./quiz-intro";
import { QuizResult } from "./quiz-result";

/** A course's quiz, from the start screen to the result. Answers are checked on the server, one by one. */
export function Quiz({ quiz }: { quiz: QuizData }) {
  const { courseId, courseName, questions } = quiz;
  const [state, dispatch] = useReducer(quizReducer, introOf(questions.length));
  const [failure, setFailure] = useState<string | null>(null);
  const result = useRef<HTMLHeadingElement>(null);
  const question = state.phase === "question" ? questions[state.index] : undefined;

  useEffect(() => {
    if (state.phase === "complete") result.current?.focus();
  }, [state.phase]);

  async function choose(option: number) {
    if (state.phase !== "question" || !question || state.selected !== null) return;
    const { index } = state;
    setFailure(null);
    dispatch({ type: "select", option });
    const posted = await postAnswer(question.id, option);
    if (posted.ok) return dispatch({ type: "checked", index, option, answer: posted.answer });
    setFailure(posted.message);
    dispatch({ type: "check failed", index });
  }

  if (state.phase === "intro") {
    return (
      <QuizIntro
        courseName={courseName}
        total={questions.length}
        onStart={() => dispatch({ type: "start" })}
      />
    );
  }
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
      {/* Stands before there is a result: then it is heard. */}
      <div role="status">
        {state.phase === "complete" ? (
          <QuizResult
            courseId={courseId}
            score={state.score}
            total={state.total}
            onRetake={() => dispatch({ type: "retake" })}
            headingRef={result}
          />
        ) : null}
      </div>
    </>
  );
}
