"use client";

import type { QuizState } from "@/lib/quiz/machine";
import type { QuizQuestion } from "@/lib/quiz/types";

// A quiz is kept in its page's entry of the browser's history: going back to the page, or loading it again, goes on
// with the quiz, while a page that is opened anew begins with the start screen.

const KEY = "lecternQuiz";

/** A quiz, and the texts of its answered questions, which tell whether it is still that of the page. */
type KeptQuiz = { state: QuizState; answered: string[] };

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
    state: isChosen ? { ...state, selected: null } : state,
    answered: textsOf(questions, countAnswered(state)),
  };
  history.replaceState({ ...history.state, [KEY]: kept }, "");
}

/** The state in which the quiz was left; null if it was not begun, or an answered question has changed since. */
export function readKeptQuiz(questions: QuizQuestion[]): QuizState | null {
  // An earlier build may have kept something else.
  const { state, answered }: Partial<KeptQuiz> = history.state?.[KEY] ?? {};
  if (!state?.phase || state.total !== questions.length || !Array.isArray(answered)) return null;
  return textsOf(questions, countAnswered(state)).join() === answered.join() ? state : null;
}
