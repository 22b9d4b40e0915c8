"use client";

import { Search } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { adminRoutes } from "@/lib/admin/routes";
import { ConsoleLink, useGo } from "./console-navigation.client";

/** A plain GET form; with JavaScript the list changes under it and the field keeps the focus. */
export function LectureFilter({ query }: { query: string }) {
  const go = useGo();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A focused field keeps what is being typed, whatever the address says.
    if (field.current && document.activeElement !== field.current) field.current.value = query;
  }, [query]);

  function clear() {
    if (!field.current) return;
    field.current.value = "";
    // The link that was pressed goes away.
    field.current.focus();
  }

  return (
    <search>
      <form
        action={adminRoutes.lectures()}
        onSubmit={(event) => {
          event.preventDefault();
          go(adminRoutes.lectures({ query: field.current?.value.trim() }));
        }}
        className="mt-6 max-w-2xl"
      >
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          Filter by course
        </label>
        <div className="flex flex-wrap gap-2">
          <div className="relative min-w-0 flex-1 basis-56">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-quiet"
            />
            <input
              ref={field}
              id={id}
              type="search"
              name="q"
              defaultValue={query}
              maxLength={200}
              autoComplete="off"
              enterKeyHint="search"
              aria-describedby={`${id}-note`}
              className="h-11 w-full rounded-lg border border-line bg-card pr-3 pl-11 text-base"
            />
          </div>
          <button type="submit" className={buttonClasses("solid")}>
            Filter
          </button>
          {query ? (
            <ConsoleLink
              href={adminRoutes.lectures()}
              onNavigate={clear}
              className={buttonClasses("outline")}
            >
              Clear
            </ConsoleLink>
          ) : null}
        </div>
        <p id={`${id}-note`} className="mt-1.5 text-sm text-quiet">
          Searches names, subjects and main instructors of courses, not the names of single lectures.
        </p>
      </form>
    </search>
  );
}
