"use client";
// It renders rarely and is part of every page: what the compiler adds would be a third of it.
"use no memo";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { routes } from "@/lib/routes";
import { useNavigation } from "./navigation.client";

type SearchFieldProps = { "aria-label": string; className: string; children: ReactNode };

/** A plain GET form to the search page; with JavaScript it navigates without a page load. */
export function SearchField({ children, ...props }: SearchFieldProps) {
  const { search, type, isTypingIn, shownQuery } = useNavigation();
  const field = useRef<HTMLInputElement>(null);
  const follow = useEffectEvent((query: string) => {
    const input = field.current;
    // Somebody who is typing knows better than the address.
    if (input && !isTypingIn(input) && input.value.trim() !== query) input.value = query;
  });
  const adopt = useEffectEvent(() => {
    // Typed before this script ran.
    if (field.current?.value && field.current === document.activeElement) type(field.current, false);
  });
  useEffect(() => adopt(), []);
  useEffect(() => follow(shownQuery ?? ""), [shownQuery]);
  return (
    <form
      action={routes.search()}
      onSubmit={(event) => {
        event.preventDefault();
        search(field.current?.value ?? "");
      }}
      className="relative"
    >
      {children}
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
    </form>
  );
}
