"use client";

import { type RefObject, useEffect } from "react";
import { optionOfKey } from "@/lib/quiz/letters";

type QuizKeys = {
  screen: RefObject<HTMLElement | null>;
  optionCount: number;
  onChoose: (option: number) => void;
  /** For Enter outside of buttons and links; undefined until the question is answered. */
  onEnter: (() => void) | undefined;
};

/**
 * Whether an element with the focus belongs to the quiz, or is none (`body`). Elsewhere, in the search field say, the
 * learner is busy with something else: keys are text there, and the focus stays.
 */
export const isAtQuiz = (focused: Element | null, screen: HTMLElement | null) =>
  !focused || focused === document.body || !!screen?.contains(focused);

/**
 * Letters and numbers choose an option; Enter chooses the focused one, and after the answer opens the next question.
 * The keys work only while the focus is in the quiz or nowhere.
 */
export function useQuizKeys({ screen, optionCount, onChoose, onEnter }: QuizKeys) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event;
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || !isAtQuiz(target, screen.current)) return;
      const option =
        key === "Enter" && target instanceof HTMLInputElement
          ? Number(target.value)
          : optionOfKey(key, optionCount);
      if (option !== null) {
        event.preventDefault();
        onChoose(option);
      } else if (key === "Enter" && onEnter && !target.closest("button, a")) {
        event.preventDefault();
        onEnter();
      }
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [screen, optionCount, onChoose, onEnter]);
}
