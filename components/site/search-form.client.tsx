"use client";

import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { routes } from "@/lib/routes";
import { useNavigation } from "./navigation.client";

type SearchFormProps = { label: string; large?: boolean };

/** A plain GET form to the search page; with JavaScript it navigates without a page load. */
export function SearchForm({ label, large }: SearchFormProps) {
  const { search, shownQuery } = useNavigation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Somebody who is typing knows better than the address.
    if (field.current && document.activeElement !== field.current) field.current.value = shownQuery;
  }, [shownQuery]);
  return (
    <search>
      <form
        action={routes.search()}
        onSubmit={(event) => {
          event.preventDefault();
          search(String(new FormData(event.currentTarget).get("q") ?? ""));
        }}
        className="relative"
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-quiet"
        />
        <input
          ref={field}
          type="search"
          name="q"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          aria-label={label}
          placeholder="Search courses and lectures"
          className={`w-full rounded-lg border border-line bg-card pr-4 pl-11 text-base placeholder:text-quiet ${large ? "h-14" : "h-11"}`}
        />
      </form>
    </search>
  );
}
