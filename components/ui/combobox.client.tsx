"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names";

/** `id` may not be empty. */
type Option = { id: string; name: string };

type ComboboxProps<O extends Option> = {
  /** The id of the field, for its label. */
  id: string;
  field: RefObject<HTMLInputElement | null>;
  value: O | null;
  onChange: (value: O | null) => void;
  /** Every option that a text leaves over, the best first. */
  filter: (text: string) => readonly O[];
  placeholder: string;
  /** The id of what says why it is invalid; null while it is not. */
  invalidity: string | null;
  /** Stands in place of the options while there are none, such as "Loading…". */
  notice: string | null;
};

/** Options in the list at once: nobody reads further, and typing leaves fewer over. */
const SHOWN = 100;

/**
 * A select to type in (WAI-ARIA's editable combobox with a list): what is typed narrows the list,
 * arrows walk it, Enter or a press takes an option, Escape closes it. A text that is nobody's name
 * does not stay: leaving the field brings back the value.
 */
export function Combobox<O extends Option>(props: ComboboxProps<O>) {
  const { id, field, value, onChange, filter, placeholder, invalidity, notice } = props;
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** What is being typed; null while the field shows its value. */
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);

  const found = filter(text ?? "");
  const shown = found.slice(0, SHOWN);
  const optionId = (index: number) => `${listId}-${index}`;
  const hasActive = isOpen && active in shown;

  useEffect(() => {
    if (isOpen && active >= 0) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [isOpen, active]);

  function open() {
    if (isOpen) return;
    setIsOpen(true);
    setActive(value ? shown.findIndex((option) => option.id === value.id) : -1);
  }

  function close() {
    setIsOpen(false);
    setActive(-1);
    setText(null);
  }

  function choose(option: O | undefined) {
    if (option) onChange(option);
    close();
  }

  function type(typed: string) {
    setText(typed);
    setIsOpen(true);
    // The best match is at hand for Enter; an empty field has none.
    setActive(typed.trim() ? 0 : -1);
    if (!typed.trim()) onChange(null);
  }

  /** A name typed in full counts as chosen. */
  function leave() {
    const typed = text?.trim().toLowerCase();
    choose(typed ? found.find(({ name }) => name.toLowerCase() === typed) : undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, altKey } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return open();
      if (altKey || shown.length === 0) return;
      const step = key === "ArrowDown" ? 1 : -1;
      const from = active < 0 && step < 0 ? 0 : active;
      setActive((from + step + shown.length) % shown.length);
    } else if (key === "Enter" && isOpen) {
      // Not yet the whole form.
      event.preventDefault();
      if (hasActive) choose(shown[active]);
    } else if (key === "Escape" && isOpen) {
      event.preventDefault();
      close();
    }
  }

  return (
    <div className="relative">
      <input
        ref={field}
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={hasActive ? optionId(active) : undefined}
        aria-invalid={invalidity ? true : undefined}
        aria-describedby={invalidity ?? undefined}
        aria-required="true"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text ?? value?.name ?? ""}
        onChange={(event) => type(event.target.value)}
        onClick={open}
        onKeyDown={onKeyDown}
        onBlur={leave}
        onFocus={(event) => event.target.select()}
        className={classNames(
          "h-12 w-full truncate rounded-lg border bg-card pr-11 pl-3.5 text-base placeholder:text-quiet",
          invalidity ? "border-fault" : "border-line",
        )}
      />
      <ChevronsUpDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-quiet"
      />
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-10 mt-1.5 overflow-hidden rounded-xl border border-line bg-card shadow-xl"
      >
        <div
          ref={list}
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={placeholder}
          className={classNames("max-h-64 overflow-y-auto overscroll-contain", shown.length > 0 && "p-1.5")}
          // The field keeps the focus, and with it a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
        >
          {isOpen
            ? shown.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
                <div
                  key={option.id}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.id === value?.id}
                  onClick={() => choose(option)}
                  onPointerMove={() => setActive(index)}
                  className={classNames(
                    "flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-[0.9375rem] leading-snug",
                    index === active && "bg-board-soft text-board",
                  )}
                >
                  <span className="min-w-0 break-words">{option.name}</span>
                  {option.id === value?.id ? (
                    <Check aria-hidden="true" className="ml-auto size-4 shrink-0" />
                  ) : null}
                </div>
              ))
            : null}
        </div>
        <p role="status" className="border-t border-line px-4 py-2.5 text-sm text-quiet first:border-t-0">
          {isOpen ? (notice ?? summarize(found.length)) : null}
        </p>
      </div>
    </div>
  );
}

function summarize(count: number): string {
  if (count === 0) return "Nothing found";
  if (count <= SHOWN) return count === 1 ? "1 match" : `${count} matches`;
  return `${SHOWN} of ${count.toLocaleString("en-US")}; type to find the others`;
}
