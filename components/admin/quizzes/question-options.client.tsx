"use client";

import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { letterOf, MAX_OPTIONS } from "@/lib/quiz/letters";
import { FieldFault, QuestionArea } from "./question-area";

/** An option while it is edited; the key stays the same when others are removed. */
export type EditedOption = { key: number; value: string };

type QuestionOptionsProps = {
  /** The prefix of element ids. */
  id: string;
  options: readonly EditedOption[];
  /** The key of the right option. */
  right: number;
  /** Error messages by field: `options`, `options.0`, `correctAnswer`. */
  faults: Readonly<Record<string, string>>;
  isBusy: boolean;
  onChange: (options: EditedOption[]) => void;
  /** Called when another option is marked as the right one. */
  onMark: (key: number) => void;
  onRemove: (key: number) => void;
};

/** The options of a question that is edited, one of which is marked as right. */
export function QuestionOptions(props: QuestionOptionsProps) {
  const { id, options, right, faults, isBusy, onChange, onMark, onRemove } = props;
  const list = useRef<HTMLUListElement>(null);
  // Never the key of an earlier option, which may have been the right one.
  const nextKey = useRef(options.length);

  function add() {
    if (isBusy) return;
    onChange([...options, { key: nextKey.current++, value: "" }]);
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector("textarea")?.focus());
  }

  function remove(key: number, row: Element | null) {
    if (isBusy || options.length <= 2) return;
    // The pressed button disappears, so the next or previous option's field gets the focus.
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    neighbour?.querySelector("textarea")?.focus();
    onRemove(key);
  }

  return (
    <fieldset>
      <legend className="text-sm font-semibold">Options</legend>
      <p className="mt-0.5 text-sm text-quiet">Mark the right one.</p>
      <ul ref={list} className="@container mt-2 grid grid-cols-1 gap-2">
        {options.map(({ key, value }, index) => {
          const letter = letterOf(index);
          const fault = faults[`options.${index}`];
          const faultId = `${id}-options.${index}`;
          return (
            <li key={key}>
              <div className="flex items-start gap-2 @max-[14rem]:flex-wrap @max-[14rem]:justify-between">
                <label className="flex h-12 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-2 text-sm">
                  <input
                    type="radio"
                    name={`${id}-right`}
                    checked={key === right}
                    onChange={() => isBusy || onMark(key)}
                    aria-label={`Option ${letter} is right`}
                    aria-describedby={faults.correctAnswer ? `${id}-correctAnswer` : undefined}
                    data-fault={faults.correctAnswer ? true : undefined}
                    className="size-5 accent-board"
                  />
                  <span aria-hidden="true">{letter}</span>
                </label>
                <QuestionArea
                  rows={1}
                  value={value}
                  readOnly={isBusy}
                  onChange={(event) =>
                    onChange(
                      options.map((option) =>
                        option.key === key ? { key, value: event.target.value } : option,
                      ),
                    )
                  }
                  aria-label={`Option ${letter}`}
                  aria-required="true"
                  fault={fault}
                  faultId={faultId}
                  look="min-h-12 min-w-0 flex-1 @max-[14rem]:order-last @max-[14rem]:basis-full"
                />
                <button
                  type="button"
                  aria-label={`Remove option ${letter}`}
                  aria-disabled={isBusy || options.length <= 2}
                  onClick={({ currentTarget }) => remove(key, currentTarget.closest("li"))}
                  className="grid size-12 shrink-0 place-items-center rounded-lg text-quiet not-aria-disabled:hover:bg-well not-aria-disabled:hover:text-ink aria-disabled:opacity-40"
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </button>
              </div>
              <FieldFault id={faultId} fault={fault} />
            </li>
          );
        })}
      </ul>
      <FieldFault id={`${id}-options`} fault={faults.options} />
      <FieldFault id={`${id}-correctAnswer`} fault={faults.correctAnswer} />
      {options.length < MAX_OPTIONS ? (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={add}
          className={buttonClasses("outline", "mt-3")}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add an option
        </button>
      ) : null}
    </fieldset>
  );
}
