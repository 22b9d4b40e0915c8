import type { CheckedAnswer } from "./types.ts";

/** The state of a quiz with `total` questions. */
export type QuizState =
  | { phase: "intro"; total: number }
  | {
      phase: "question";
      total: number;
      /** The index of the question, from 0. */
      index: number;
      score: number;
      selected: number | null;
      /** The server's result; null until it arrives. After that the choice is final. */
      checked: CheckedAnswer | null;
    }
  | { phase: "complete"; total: number; score: number };

export type QuizEvent =
  | { type: "start" }
  /** The quiz was left in this state, and goes on. */
  | { type: "go on"; from: QuizState }
  | { type: "select"; option: number }
  /** The server has checked `option` of the question at `index`. */
  | { type: "checked"; index: number; option: number; answer: CheckedAnswer }
  /** The server could not be reached: the learner can choose again. */
  | { type: "check failed"; index: number }
  | { type: "next" }
  | { type: "retake" };

export const introOf = (total: number): QuizState => ({ phase: "intro", total });

const questionAt = (total: number, index: number, score: number): QuizState => ({
  phase: "question",
  total,
  index,
  score,
  selected: null,
  checked: null,
});

/** An event that does not fit the state changes nothing. */
export function quizReducer(state: QuizState, event: QuizEvent): QuizState {
  const { total } = state;
  switch (event.type) {
    case "start":
      return state.phase === "intro" ? questionAt(total, 0, 0) : state;
    case "go on":
      return state.phase === "intro" ? event.from : state;
    case "retake":
      return state.phase === "complete" ? questionAt(total, 0, 0) : state;
  }
  if (state.phase !== "question") return state;
  switch (event.type) {
    case "select":
      return state.selected === null ? { ...state, selected: event.option } : state;
    case "checked":
      if (!isBeingChecked(state) || event.index !== state.index || event.option !== state.selected)
        return state;
      return { ...state, checked: event.answer, score: state.score + (event.answer.correct ? 1 : 0) };
    case "check failed":
      return isBeingChecked(state) && event.index === state.index ? { ...state, selected: null } : state;
    case "next":
      if (!state.checked) return state;
      return state.index + 1 < total
        ? questionAt(total, state.index + 1, state.score)
        : { phase: "complete", total, score: state.score };
  }
}

function isBeingChecked(state: QuizState): boolean {
  return state.phase === "question" && state.selected !== null && state.checked === null;
}
