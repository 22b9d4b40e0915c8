"use client";
// On every page, and rendered rarely: the compiler's memoisation would make it a third larger.
"use no memo";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { keep, readKept } from "@/components/api/kept.client";
import { routes } from "@/lib/routes";
import { useSiteSearch } from "./navigation.client";

type SearchFieldProps = { "aria-label": string; className: string; children: ReactNode };

/** A plain GET form to the search page; with JavaScript it navigates without a page load. */
export function SearchField({ children, ...props }: SearchFieldProps) {
  const { submit, type, isTypingIn, shownQuery } = useSiteSearch();
  const field = useRef<HTMLInputElement>(null);
  const showQuery = useEffectEvent((query: string) => {
    const input = field.current;
    // Text that is being typed is not replaced.
    if (input && !isTypingIn(input) && input.value.trim() !== query) input.value = query;
  });
  const takeEarlyText = useEffectEvent(() => {
    const input = field.current;
    if (!input) return;
    const kept = readKept("typing") as { ariaLabel: string; value: string } | null;
    if (kept?.ariaLabel === input.ariaLabel) {
      keep("typing", null);
      input.value = kept.value;
      input.focus();
    }
    // The visitor may have typed before this script ran.
    if (input.value && input === document.activeElement) type(input, false);
  });
  useEffect(() => takeEarlyText(), []);
  useEffect(() => showQuery(shownQuery ?? ""), [shownQuery]);
  return (
    <form
      action={routes.search()}
      onSubmit={(event) => {
        event.preventDefault();
        submit(field.current?.value ?? "");
      }}
      className="relative"
    >
      <input
        {...props}
        ref={field}
        type="search"
        name="q"
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Search courses and lectures"
        onChange={({ currentTarget, nativeEvent }) =>
          type(currentTarget, (nativeEvent as InputEvent).isComposing)
        }
        onCompositionEnd={({ currentTarget }) => type(currentTarget, false)}
      />
      {children}
    </form>
  );
}
