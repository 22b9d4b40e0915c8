"use client";

import type { QuizState } from "@/lib/quiz/machine";
import type { QuizQuestion } from "@/lib/quiz/types";

// A quiz is kept in its page's entry of the browser's history: going back to the page, or loading it again, goes on
// with the quiz, while a page that is opened anew begins with the start screen.

const KEY = "lecternQuiz";

/** The texts of the answered questions, which tell whether a kept quiz is still that of the page. */
type KeptQuiz = { total: number; answered: string[]; state: QuizState };

function countAnswered(state: QuizState): number {
  if (state.phase === "question") return state.index + (state.checked ? 1 : 0);
  return state.phase === "complete" ? state.total : 0;
}

const textsOf = (questions: QuizQuestion[], count: number) =>
  questions.slice(0, count).map(({ id, textVersion }) => `${id} ${textVersion}`);

/** Keeps the state of a quiz that was begun. A choice that has not been checked yet is left out. */
export function keepQuiz(state: QuizState, questions: QuizQuestion[]): void {
  if (state.phase === "intro") return;
  const isChosen = state.phase === "question" && state.checked === null;
  const kept: KeptQuiz = {
    total: state.total,
    answered: textsOf(questions, countAnswered(state)),
    state: isChosen ? { ...state, selected: null } : state,
  };
  history.replaceState({ ...history.state, [KEY]: kept }, "");
}

/** The state in which the quiz was left; null if it was not begun, or an answered question has changed since. */
export function readKeptQuiz(questions: QuizQuestion[]): QuizState | null {
  const kept: Partial<KeptQuiz> | undefined = history.state?.[KEY];
  // An earlier build may have kept something else.
  if (kept?.total !== questions.length || !kept.state?.phase || !Array.isArray(kept.answered)) return null;
  const texts = textsOf(questions, countAnswered(kept.state));
  return texts.join() === kept.answered.join() ? kept.state : null;
}
