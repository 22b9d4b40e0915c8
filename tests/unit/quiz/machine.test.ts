import { expect, test } from "vitest";
import { createRandom, type Random } from "../../../bench/random.ts";
import { introOf, type QuizEvent, type QuizState, quizReducer } from "../../../lib/quiz/machine.ts";
import { isLongForm } from "../../long-form.ts";

const checked = (index: number, option: number, correct: boolean): QuizEvent => ({
  type: "checked",
  index,
  option,
  answer: { correct, correctAnswer: correct ? option : option + 1, explanation: null },
});

/** Any event, including invalid ones: answers that arrive late, twice or for another option. */
function anyEvent(random: Random, total: number): QuizEvent {
  const kinds: (() => QuizEvent)[] = [
    () => ({ type: "start" }),
    () => ({ type: "select", option: random.between(0, 3) }),
    () => checked(random.between(0, total - 1), random.between(0, 3), random.chance(0.5)),
    () => ({ type: "check failed", index: random.between(0, total - 1) }),
    () => ({ type: "next" }),
    () => ({ type: "retake" }),
  ];
  return random.pick(kinds)();
}

/** An event that advances the quiz. */
function fittingEvent(state: QuizState, random: Random): QuizEvent {
  if (state.phase === "intro") return { type: "start" };
  if (state.phase === "complete") return { type: "retake" };
  if (state.selected === null) return { type: "select", option: random.between(0, 3) };
  if (state.checked === null) return checked(state.index, state.selected, random.chance(0.5));
  return { type: "next" };
}

for (let seed = 1; seed <= (isLongForm ? 60 : 20); seed++) {
  test(`whatever happens, the rules hold (seed ${seed})`, () => {
    const random = createRandom(seed);
    const total = random.between(1, 6);
    let state: QuizState = introOf(total);
    let rightAnswers = 0;
    let answeredOf = new Map<number, number>();
    for (let step = 0; step < 400; step++) {
      const event = random.chance(0.5) ? anyEvent(random, total) : fittingEvent(state, random);
      const before = state;
      state = quizReducer(Object.freeze(before), event);
      if (before.phase !== "question" && state.phase === "question") {
        expect(state).toEqual({
          phase: "question",
          total,
          index: 0,
          score: 0,
          selected: null,
          checked: null,
        });
        rightAnswers = 0;
        answeredOf = new Map();
      }
      if (before.phase === "question" && state.phase === "question" && !before.checked && state.checked) {
        answeredOf.set(state.index, (answeredOf.get(state.index) ?? 0) + 1);
        if (state.checked.correct) rightAnswers += 1;
      }
      expect([...answeredOf.values()].every((times) => times === 1)).toBe(true);
      if (state.phase === "intro") continue;
      expect(state.score).toBe(rightAnswers);
      const hasAnswered = state.phase === "complete" ? total : state.index + (state.checked ? 1 : 0);
      expect(answeredOf.size).toBe(hasAnswered);
      expect(answeredOf.size).toBeLessThanOrEqual(total);
    }
  });
}

const started = quizReducer(introOf(2), { type: "start" });

test("an answer that was asked for an option which is not the chosen one is not counted", () => {
  const chosen = quizReducer(started, { type: "select", option: 1 });
  expect(quizReducer(chosen, { type: "select", option: 2 })).toBe(chosen);
  expect(quizReducer(chosen, checked(0, 2, true))).toBe(chosen);
  expect(quizReducer(chosen, checked(1, 1, true))).toBe(chosen);
});

test("a question whose answer could not be checked is open again", () => {
  const chosen = quizReducer(started, { type: "select", option: 1 });
  expect(quizReducer(chosen, { type: "check failed", index: 0 })).toEqual(started);
});

test("an answer counts once, and Next waits for it", () => {
  expect(quizReducer(started, { type: "next" })).toBe(started);
  const answered = quizReducer(quizReducer(started, { type: "select", option: 1 }), checked(0, 1, true));
  expect(answered).toMatchObject({ score: 1, selected: 1 });
  for (const event of [
    checked(0, 1, true),
    { type: "select", option: 0 },
    { type: "check failed", index: 0 },
  ])
    expect(quizReducer(answered, event as QuizEvent)).toBe(answered);
});
