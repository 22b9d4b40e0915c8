"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { send } from "@/components/api/calls.client";
import { type Draft, forgetDraft, readDraft, useDraft } from "@/components/api/draft.client";
import { RestoredText } from "@/components/api/form";
import { tryLoad } from "@/components/api/try-load.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { quizConsoleMessages } from "@/lib/quiz/messages";
import type { KnownQuestion } from "@/lib/quiz/types";
import { FieldFault, QuestionArea } from "./question-area";
import { type EditedOption, QuestionOptions } from "./question-options.client";

type QuestionFormProps = {
  title: string;
  courseId: string;
  /** The question as it was when the form was opened; null for a new one. */
  question: KnownQuestion | null;
  /** The question as it is now; null if it was deleted, or is new. */
  latest: KnownQuestion | null;
  draft: Draft;
  /** Called when the question was changed or deleted meanwhile; the caller then reloads it. */
  onStale: () => void;
  onClose: () => void;
  /** Called also if the form was cancelled while it was saving. */
  onSaved: (message: string) => void;
};

/** What is typed in the form, and the version of the question that it changes. */
type Typed = {
  text: string;
  explanation: string;
  options: readonly string[];
  /** The index of the right option; -1 if none is marked. */
  right: number;
  version: string;
};

/** What is kept of a form that is left; `question` is the one that it changes. */
export type QuestionDraft = Typed & { courseId: string; question: KnownQuestion | null };

const asTyped = (question: KnownQuestion | null): Typed => ({
  text: question?.question ?? "",
  explanation: question?.explanation ?? "",
  options: question?.options ?? ["", ""],
  right: question?.correctAnswer ?? -1,
  version: question?.version ?? "",
});

/** For comparing; a text area has only LF as line break. */
const asText = (typed: Typed) => JSON.stringify(typed).replaceAll("\\r\\n", "\\n");

/** Whether a draft is one of these questions already: what was being saved when the page was left may have been saved. */
export function isSaved(draft: QuestionDraft, questions: readonly KnownQuestion[]): boolean {
  const { text, explanation, options, right } = draft;
  const typed = asText({ text, explanation, options, right, version: "" });
  return questions.some((question) => asText({ ...asTyped(question), version: "" }) === typed);
}

const loadSchema = () => import("@/lib/quiz/question-schema");

/** Error messages by field: `question`, `options`, `options.0`, `correctAnswer`, `explanation`. */
type Faults = Record<string, string>;

/** Edits a question, or writes a new one. What was typed stays until it is saved or cancelled. */
export function QuestionForm(props: QuestionFormProps) {
  const { title, courseId, question, latest, draft, onStale, onClose, onSaved } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [kept] = useState(() => readDraft<QuestionDraft>(draft));
  const [first] = useState(kept ?? asTyped(question));
  const [text, setText] = useState(first.text);
  const [explanation, setExplanation] = useState(first.explanation);
  const [options, setOptions] = useState<EditedOption[]>(() =>
    first.options.map((value, key) => ({ key, value })),
  );
  /** The key of the right option. */
  const [right, setRight] = useState(first.right);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const [isStale, setIsStale] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isGone = question !== null && latest === null;

  const typed = {
    text,
    explanation,
    options: options.map(({ value }) => value),
    right: options.findIndex(({ key }) => key === right),
    version: first.version,
  };
  const isDone = useRef(false);
  useDraft(draft, () =>
    isDone.current || asText(typed) === asText(asTyped(question)) ? null : { ...typed, courseId, question },
  );

  useEffect(() => {
    if (!kept) form.current?.querySelector("textarea")?.focus();
  }, [kept]);

  function close() {
    isDone.current = true;
    onClose();
  }

  function showFaults(found: Faults) {
    flushSync(() => setFaults(found));
    void showToast("error", Object.values(found).at(-1) ?? "");
    const first = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (first("[aria-invalid=true]") ?? first("[data-fault]"))?.focus();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    if (await tryLoad(loadSchema)) await sendQuestion();
    setIsBusy(false);
  }

  async function sendQuestion() {
    const { questionSchema } = await loadSchema();
    const parsed = questionSchema.safeParse({
      question: text,
      options: typed.options,
      correctAnswer: typed.right,
      explanation,
    });
    if (!parsed.success) {
      return showFaults(
        Object.fromEntries(
          parsed.error.issues.map(({ path, message }) => [path.join("."), message]).reverse(),
        ),
      );
    }
    setFaults({});
    setRefusal(undefined);
    const isNew = question === null || isGone;
    const outcome = isNew
      ? await send("POST", "/api/quizzes/questions", { course: courseId, question: parsed.data })
      : await send("PUT", `/api/quizzes/questions/${question.id}`, {
          question: parsed.data,
          version: (isStale ? latest?.version : undefined) ?? first.version,
        });
    if (outcome.ok) {
      forgetDraft(draft);
      // A form that was cancelled meanwhile is gone; another one may be open in its place.
      if (form.current) close();
      return onSaved(isNew ? quizConsoleMessages.added : quizConsoleMessages.saved);
    }
    if (outcome.status === 409) return showFaults({ question: outcome.message });
    if (outcome.status === 410 || outcome.status === 412) {
      setIsStale(outcome.status === 412);
      onStale();
    }
    setRefusal(outcome.message);
  }

  const message = isGone ? quizConsoleMessages.gone : refusal;

  return (
    <form ref={form} noValidate method="dialog" onSubmit={save} className="flex flex-col gap-5">
      <h3 className="font-serif text-lg font-semibold">{title}</h3>
      <RestoredText form={{ isRestored: kept !== null, discard: close }} />
      <div role="alert" className="empty:-mt-5">
        {message ? (
          <div className="rounded-xl border border-fault p-3 text-sm">
            <p>{message}</p>
            {isStale && latest && !isGone ? (
              <p className="mt-2 break-words text-quiet">
                Now it is <bdi>“{latest.question}”</bdi>, with the answer{" "}
                <bdi>“{latest.options[latest.correctAnswer]}”</bdi>.
              </p>
            ) : null}
          </div>
        ) : null}
      </div>
      <div>
        <label htmlFor={`${id}-text`} className="mb-1.5 block text-sm font-semibold">
          Question
        </label>
        <QuestionArea
          id={`${id}-text`}
          value={text}
          readOnly={isBusy}
          onChange={(event) => setText(event.target.value)}
          aria-required="true"
          fault={faults.question}
          faultId={`${id}-question-fault`}
          look="min-h-20"
        />
        <FieldFault id={`${id}-question-fault`} fault={faults.question} />
      </div>
      <QuestionOptions
        id={id}
        options={options}
        right={right}
        faults={faults}
        isBusy={isBusy}
        onChange={setOptions}
        onMark={setRight}
        onRemove={(removed) => {
          setOptions(options.filter(({ key }) => key !== removed));
          setFaults({});
        }}
      />
      <div>
        <label htmlFor={`${id}-explanation`} className="mb-1.5 block text-sm font-semibold">
          Explanation <span className="font-normal text-quiet">(optional)</span>
        </label>
        <QuestionArea
          id={`${id}-explanation`}
          value={explanation}
          readOnly={isBusy}
          onChange={(event) => setExplanation(event.target.value)}
          fault={faults.explanation}
          faultId={`${id}-explanation-fault`}
          look="min-h-20"
        />
        <FieldFault id={`${id}-explanation-fault`} fault={faults.explanation} />
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="submit" aria-disabled={isBusy} className={buttonClasses("solid")}>
          {question === null ? "Add question" : isGone ? "Add as a new question" : "Save question"}
        </button>
        <button type="button" onClick={close} className={buttonClasses("outline")}>
          Cancel
        </button>
      </div>
    </form>
  );
}
