"use client";

import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useRef, useState, useTransition } from "react";
import { sendFile } from "@/components/api/calls.client";
import { buttonClasses } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.client";
import { RadioOptions } from "@/components/ui/radio-options";
import { showToast } from "@/components/ui/toast";
import { countOf } from "@/lib/catalogue/display";
import { describeQuizImport, QUIZ_FILE_BYTES, quizConsoleMessages } from "@/lib/quiz/messages";
import type { QuizFileResult } from "@/lib/quiz/types";

const modes = [
  { value: false, label: "are added to those of the course" },
  { value: true, label: "replace all questions of the course" },
];

/** `count` and `version` are those of the quiz before the import. */
type ImportQuizProps = { courseId: string; count: number; version: string };

/** Imports a file of questions, and shows the result with the faults of each rejected row. */
export function ImportQuiz({ courseId, count, version }: ImportQuizProps) {
  const id = useId();
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [replaces, setReplaces] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [isRefreshing, startTransition] = useTransition();
  const isBusy = isSending || isRefreshing;
  const [fault, setFault] = useState<string>();
  const [result, setResult] = useState<QuizFileResult>();

  function refuse(message: string) {
    setFault(message);
    void showToast("error", message);
    field.current?.focus();
  }

  function ask(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const file = field.current?.files?.[0];
    if (!file) return refuse(quizConsoleMessages.noFile);
    if (file.size > QUIZ_FILE_BYTES) return refuse(quizConsoleMessages.tooLarge);
    if (replaces && count > 0) setIsAsking(true);
    else void importFile(file);
  }

  async function importFile(file: File | undefined) {
    setIsAsking(false);
    if (!file || isBusy) return;
    setIsSending(true);
    setFault(undefined);
    setResult(undefined);
    const sent = await upload(courseId, file, replaces ? version : null);
    setIsSending(false);
    if (sent === quizConsoleMessages.replacedMeanwhile) router.refresh();
    if (typeof sent === "string") return refuse(sent);
    if (field.current && sent.isWritten) field.current.value = "";
    // Both are shown at once: the questions are above this form, which would move under a click after the result.
    startTransition(() => {
      setResult(sent);
      router.refresh();
    });
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className="mt-8 rounded-2xl border border-line bg-card p-4 sm:p-5"
    >
      <h2 id={`${id}-title`} className="font-serif text-xl font-semibold">
        Import a file
      </h2>
      <p id={`${id}-help`} className="mt-1 max-w-3xl text-sm text-pretty text-quiet">
        A CSV file with the columns course slug (here <code className="break-words">{courseId}</code>),
        question, options (separated by |; \| is a bar in an option), correct option (its letter) and
        explanation. A question that is there already is updated.
      </p>
      <form noValidate method="dialog" onSubmit={ask} className="mt-4 flex flex-col gap-4">
        <div>
          <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
            File
          </label>
          <input
            ref={field}
            id={id}
            type="file"
            accept=".csv,text/csv"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? `${id}-fault` : `${id}-help`}
            onChange={() => setFault(undefined)}
            className="w-full max-w-xl rounded-lg border border-field bg-card p-2 text-sm file:mr-3 file:min-h-9 file:rounded-md file:border-0 file:bg-well file:px-3 file:font-semibold file:text-ink"
          />
          {fault ? (
            <p id={`${id}-fault`} className="mt-1.5 text-sm text-fault">
              {fault}
            </p>
          ) : null}
        </div>
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">The questions of the file</legend>
          <RadioOptions value={replaces} options={modes} onChange={setReplaces} />
        </fieldset>
        <button
          ref={button}
          type="submit"
          aria-disabled={isBusy}
          className={buttonClasses("solid", "self-start")}
        >
          <FileUp aria-hidden="true" className="size-4" />
          {isBusy ? "Importing…" : "Import questions"}
        </button>
      </form>
      <div role="status">{result ? <ImportedQuestions result={result} /> : null}</div>
      {isAsking ? (
        <ConfirmDialog
          title={`Replace ${countOf(count, "question")}?`}
          label="Replace"
          isCautious
          isBusy={isBusy}
          opener={button}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void importFile(field.current?.files?.[0])}
        >
          <p>
            Questions that are not in the file are deleted. This cannot be taken back: download them first, if
            they may be needed. Where a row of the file is wrong, nothing is changed.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function ImportedQuestions({ result }: { result: QuizFileResult }) {
  return (
    <div className="mt-4 text-sm">
      <p className="font-semibold">{describeQuizImport(result)}</p>
      {result.rejections.length > 0 ? (
        <ul className="mt-2 grid grid-cols-1 gap-1.5">
          {result.rejections.flatMap(({ rowNumber, faults }) =>
            faults.map(({ column, value, reason }) => (
              <li key={`${rowNumber} ${column}`} className="break-words">
                Row {rowNumber}, {column ?? "the whole row"}: {reason}{" "}
                <bdi className="text-quiet">({JSON.stringify(value)})</bdi>
              </li>
            )),
          )}
        </ul>
      ) : null}
    </div>
  );
}

/** Uploads the file. Returns the result of the import, or the message of a failure. */
async function upload(
  courseId: string,
  file: File,
  replaced: string | null,
): Promise<QuizFileResult | string> {
  const asked = new URLSearchParams({ course: courseId, ...(replaced !== null && { replaced }) });
  const outcome = await sendFile<QuizFileResult>(`/api/quizzes/import?${asked}`, file);
  return outcome.ok ? outcome.data : outcome.message;
}
