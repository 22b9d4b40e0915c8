"use client";

import { ChevronsUpDown } from "lucide-react";
import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { classNames } from "./class-names";
import { ComboboxList, type ComboboxOption } from "./combobox-list.client";

type ComboboxProps<O extends ComboboxOption> = {
  id: string;
  field: Ref<HTMLInputElement>;
  value: O | null;
  onChange: (value: O | null) => void;
  /** The options that match a text, the best first. */
  filter: (text: string) => readonly O[];
  placeholder: string;
  /** The id of the element with the error message; null while the value is valid. */
  errorId: string | null;
  /** Shown instead of the number of matches, such as "Loading…". */
  notice: string | null;
};

const MAX_SHOWN = 100;

/**
 * A select that filters its options by typing (WAI-ARIA's editable combobox with list autocomplete). Leaving the
 * field with a text that is not the name of an option restores the current value.
 */
export function Combobox<O extends ComboboxOption>(props: ComboboxProps<O>) {
  const { id, field, value, onChange, filter, placeholder, errorId, notice } = props;
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** The typed text; null while the field shows its value. */
  const [text, setText] = useState<string | null>(null);
  /** What the options are filtered by, also after the list was closed; null until it is opened. */
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(-1);

  const found = query === null ? [] : filter(query);
  const shown = found.slice(0, MAX_SHOWN);
  const optionId = (index: number) => `${listId}-${index}`;
  const hasActive = isOpen && active in shown;

  function open() {
    if (isOpen) return;
    setIsOpen(true);
    setQuery("");
    const all = filter("").slice(0, MAX_SHOWN);
    setActive(value ? all.findIndex((option) => option.id === value.id) : -1);
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
    setQuery(typed);
    setIsOpen(true);
    // Enter chooses the best match.
    setActive(typed.trim() ? 0 : -1);
    if (!typed.trim()) onChange(null);
  }

  /** Chooses the option whose name was typed in full, if any. */
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
      // Keeps Enter from submitting the form.
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
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId ?? undefined}
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
          errorId ? "border-fault" : "border-field",
        )}
      />
      <ChevronsUpDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-quiet"
      />
      <ComboboxList
        id={listId}
        label={placeholder}
        isOpen={isOpen}
        options={shown}
        optionId={optionId}
        active={active}
        chosenId={value?.id}
        onPoint={setActive}
        onChoose={choose}
        status={query === null ? "" : (notice ?? summarize(found.length))}
      />
    </div>
  );
}

function summarize(count: number): string {
  if (count === 0) return "Nothing found";
  if (count <= MAX_SHOWN) return count === 1 ? "1 match" : `${count} matches`;
  return `${MAX_SHOWN} of ${count.toLocaleString("en-US")}; type to find the others`;
}
