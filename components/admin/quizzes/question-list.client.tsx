"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Draft, forgetDraft, readDrafts } from "@/components/api/draft.client";
import { buttonClasses } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import type { KnownQuestion } from "@/lib/quiz/types";
import { QuestionCard } from "./question-card.client";
import { isSaved, type QuestionDraft, QuestionForm } from "./question-form.client";

type QuestionListProps = {
  courseId: string;
  questions: readonly KnownQuestion[];
  canAdd: boolean;
  userId: string;
};

/** The questions of a course in their order, each with its actions, and a form for a new question. */
export function QuestionList({ courseId, questions, canAdd, userId }: QuestionListProps) {
  const router = useRouter();
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  /** The questions that are being edited, as they were when their form was opened. */
  const [edited, setEdited] = useState<readonly KnownQuestion[]>([]);
  const [isAdding, setIsAdding] = useState(false);

  /** @param id null for a new question */
  const draftOf = (id: number | null): Draft => ({
    form: `question-${courseId}-${id ?? "new"}`,
    owner: userId,
    outlivesPage: true,
  });
  // The forms that were open when the page was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is opened
  useEffect(() => {
    // Also those of questions that were deleted since.
    const drafts = readDrafts<QuestionDraft>("question-", userId).filter((each) => {
      if (each.courseId !== courseId) return false;
      if (!isSaved(each, questions)) return true;
      forgetDraft(draftOf(each.question?.id ?? null));
      return false;
    });
    setEdited(
      drafts.flatMap(({ question }) => questions.find(({ id }) => id === question?.id) ?? question ?? []),
    );
    setIsAdding(canAdd && drafts.some(({ question }) => question === null));
  }, []);

  const focusOn = (id: number | undefined) => {
    const question = list.current?.querySelector<HTMLElement>(`[data-question="${id}"] button`);
    (question ?? addButton.current)?.focus();
  };
  /** Closes the form of a question and moves the focus to the question's card, or to the “Add” button. */
  const close = (id: number) => {
    flushSync(() => setEdited((open) => open.filter((question) => question.id !== id)));
    focusOn(id);
  };
  const tell = (message: string) => {
    router.refresh();
    void showToast("success", message);
  };
  const endAdding = () => {
    flushSync(() => setIsAdding(false));
    addButton.current?.focus();
  };
  // A question that another editor has deleted meanwhile stays listed while its form is open.
  const gone = edited.filter(({ id }) => !questions.some((question) => question.id === id));

  return (
    <section aria-labelledby="questions-title" className="mt-6">
      <h2 id="questions-title" className="font-serif text-xl font-semibold">
        Questions
      </h2>
      {questions.length + gone.length === 0 ? (
        <p className="mt-2 text-quiet">This course has no questions, so its page offers no quiz.</p>
      ) : (
        <ol ref={list} className="mt-3 grid grid-cols-1 gap-4">
          {[...questions, ...gone].map((question, index) => {
            const before = edited.find(({ id }) => id === question.id);
            return (
              <li
                key={question.id}
                data-question={question.id}
                className="rounded-2xl border border-line bg-card p-4 sm:p-5"
              >
                {before ? (
                  <QuestionForm
                    title={`Edit question ${index + 1}`}
                    courseId={courseId}
                    question={before}
                    latest={questions.find(({ id }) => id === question.id) ?? null}
                    draft={draftOf(question.id)}
                    onStale={() => router.refresh()}
                    onClose={() => close(question.id)}
                    onSaved={tell}
                  />
                ) : (
                  <QuestionCard
                    question={question}
                    number={index + 1}
                    count={questions.length}
                    onEdit={() => setEdited([...edited, question])}
                    onChanged={() => router.refresh()}
                    onDeleted={() => {
                      focusOn((questions[index + 1] ?? questions[index - 1])?.id);
                      router.refresh();
                    }}
                  />
                )}
              </li>
            );
          })}
        </ol>
      )}
      {canAdd ? (
        <div className="mt-4">
          {isAdding ? (
            <div className="rounded-2xl border border-line bg-card p-4 sm:p-5">
              <QuestionForm
                title="Add a question"
                courseId={courseId}
                question={null}
                latest={null}
                draft={draftOf(null)}
                onStale={() => {}}
                onClose={endAdding}
                onSaved={tell}
              />
            </div>
          ) : (
            <button
              ref={addButton}
              type="button"
              onClick={() => setIsAdding(true)}
              className={buttonClasses("solid")}
            >
              <Plus aria-hidden="true" className="size-4" />
              Add a question
            </button>
          )}
        </div>
      ) : null}
    </section>
  );
}
