"use client";

import { ArrowDown, ArrowUp, Check, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { flushSync } from "react-dom";
import { useSend } from "@/components/api/use-send.client";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import { DialogTrigger } from "@/components/ui/dialog-trigger.client";
import { showToast } from "@/components/ui/toast";
import { letterOf } from "@/lib/quiz/letters";
import { movedMessage, quizConsoleMessages } from "@/lib/quiz/messages";
import type { KnownQuestion } from "@/lib/quiz/types";

type QuestionCardProps = {
  question: KnownQuestion;
  /** Counts from 1. */
  number: number;
  count: number;
  onEdit: () => void;
  onChanged: () => void;
  onDeleted: () => void;
};

/** A question with its answer, and the actions for it. */
export function QuestionCard({ question, number, count, onEdit, onChanged, onDeleted }: QuestionCardProps) {
  const { send, isBusy } = useSend();
  const address = `/api/quizzes/questions/${question.id}`;

  async function move(by: -1 | 1) {
    const moved = await send("POST", `${address}/move`, { by }, ({ status }) => {
      if (status === 410) onChanged();
      return false;
    });
    if (!moved) return;
    void showToast("success", movedMessage(number, number + by));
    onChanged();
  }

  async function remove(onClose: () => void) {
    const end = (message: string) => {
      flushSync(onClose);
      void showToast("success", message);
      // The dialog gives the focus back to the button that opened it, which goes with the question.
      setTimeout(onDeleted);
      return true;
    };
    const removed = await send(
      "DELETE",
      address,
      {},
      ({ status }) => status === 410 && end(quizConsoleMessages.goneAlready),
    );
    if (removed) end(quizConsoleMessages.deleted);
  }

  const mover = (label: string, Icon: LucideIcon, by: -1 | 1, isPossible: boolean) => (
    <button
      type="button"
      aria-disabled={isBusy || !isPossible}
      onClick={() => isPossible && void move(by)}
      className={buttonClasses("outline")}
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
      <span className="sr-only"> question {number}</span>
    </button>
  );

  return (
    <div className="flex flex-col gap-3">
      <h3 className="flex gap-2 font-semibold">
        <span className="shrink-0 whitespace-nowrap text-quiet tabular-nums">{number}.</span>
        <bdi className="min-w-0 break-words whitespace-pre-line">{question.question}</bdi>
      </h3>
      <ol className="grid grid-cols-1 gap-1 text-sm">
        {question.options.map((option, index) => {
          const isRight = index === question.correctAnswer;
          return (
            <li
              key={option}
              className={classNames(
                "flex items-start gap-2 rounded-lg px-2.5 py-1.5",
                isRight && "bg-board-soft font-semibold",
              )}
            >
              <span className="w-4 shrink-0 text-quiet">{letterOf(index)}</span>
              <bdi className="min-w-0 break-words whitespace-pre-line">{option}</bdi>
              {isRight ? (
                <>
                  <Check aria-hidden="true" className="mt-0.5 ml-auto size-4 text-board" />
                  <span className="sr-only">(the right option)</span>
                </>
              ) : null}
            </li>
          );
        })}
      </ol>
      {question.explanation ? (
        <p className="text-sm break-words whitespace-pre-line text-quiet">
          <span className="font-semibold">Explanation:</span> <bdi>{question.explanation}</bdi>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <button type="button" onClick={onEdit} className={buttonClasses("outline")}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit
          <span className="sr-only"> question {number}</span>
        </button>
        {mover("Move up", ArrowUp, -1, number > 1)}
        {mover("Move down", ArrowDown, 1, number < count)}
        <DialogTrigger
          className={buttonClasses("outline")}
          dialog={(open) => (
            <ConfirmDialog
              {...open}
              title={`Delete question ${number}?`}
              label="Delete"
              isCautious
              isBusy={isBusy}
              onConfirm={() => void remove(open.onClose)}
            >
              <p>
                <bdi>“{question.question}”</bdi> will be gone from the quiz at once. This cannot be taken
                back.
              </p>
            </ConfirmDialog>
          )}
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Delete
          <span className="sr-only"> question {number}</span>
        </DialogTrigger>
      </div>
    </div>
  );
}
