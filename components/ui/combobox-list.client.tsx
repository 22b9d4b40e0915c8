"use client";

import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { classNames } from "./class-names";

export type ComboboxOption = { id: string; name: string };

type ComboboxListProps<O extends ComboboxOption> = {
  id: string;
  label: string;
  isOpen: boolean;
  options: readonly O[];
  optionId: (index: number) => string;
  /** Index of the option that Enter would choose; -1 for none. */
  active: number;
  chosenId: string | undefined;
  onPoint: (index: number) => void;
  onChoose: (option: O) => void;
  /** Shown beneath the options, and read aloud. */
  status: string;
};

/**
 * The list beneath a combobox. Rendered while closed too: a live region must be in the document before its text
 * changes, or screen readers stay silent. Closing it removes nothing from the document: a dialog takes the focus back to
 * itself if something is removed while the focus is on its way to the next field.
 */
export function ComboboxList<O extends ComboboxOption>(props: ComboboxListProps<O>) {
  const { id, label, isOpen, options, optionId, active, chosenId, onPoint, onChoose, status } = props;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isOpen && active >= 0) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [isOpen, active]);

  return (
    <div
      hidden={!isOpen}
      className="absolute inset-x-0 top-full z-10 mt-1.5 overflow-hidden rounded-xl border border-line bg-card shadow-xl"
    >
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        className={classNames("max-h-64 overflow-y-auto overscroll-contain", options.length > 0 && "p-1.5")}
        // Keeps the focus, and with it a phone's keyboard, on the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={option.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={option.id === chosenId}
            onClick={() => onChoose(option)}
            onPointerMove={() => onPoint(index)}
            className={classNames(
              "flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-[0.9375rem] leading-snug",
              index === active && "bg-board-soft text-board outline-2 outline-board -outline-offset-2",
            )}
          >
            <span className="min-w-0 break-words">{option.name}</span>
            <Check
              aria-hidden="true"
              className={classNames("ml-auto size-4", option.id !== chosenId && "hidden")}
            />
          </div>
        ))}
      </div>
      <p role="status" className="border-t border-line px-4 py-2.5 text-sm text-quiet first:border-t-0">
        {status}
      </p>
    </div>
  );
}
