"use client";

import { Search } from "lucide-react";
import type { Route } from "next";
import { type RefObject, useEffect, useId, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { NativeSelect } from "@/components/ui/native-select";
import { ConsoleLink, useGo } from "./console-navigation.client";

type Options = readonly { value: string; label: string }[];

type Choice = {
  name: string;
  label: string;
  value: string;
  options: Options;
  /** Further options, each group under its own heading. */
  groups?: readonly { label: string; options: Options }[];
};

type ListFilterProps = {
  /** The path of the list without a filter. */
  path: Route;
  label: string;
  note: string;
  /** The query parameter of the filter text. */
  name?: string;
  query: string;
  choice?: Choice;
  /** How the list is sorted; filtering keeps the order. */
  sort?: string;
};

/** A plain GET form. With JavaScript, the list changes without a page load and the field keeps the focus. */
export function ListFilter({ path, label, note, name = "q", query, choice, sort }: ListFilterProps) {
  const go = useGo();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  useFollow(field, query);
  useFollow(select, choice?.value ?? "");

  function clear() {
    if (select.current) select.current.value = "";
    if (!field.current) return;
    field.current.value = "";
    // The pressed link disappears, so the field gets the focus.
    field.current.focus();
  }

  const inFirstRow = choice ? "@xl:row-start-1" : "@md:row-start-1";
  return (
    <search>
      <form
        action={path}
        onSubmit={(event) => {
          event.preventDefault();
          const values = [...new FormData(event.currentTarget)].map(([key, value]) => [
            key,
            String(value).trim(),
          ]);
          const given = new URLSearchParams(values.filter(([, value]) => value));
          go((given.size > 0 ? `${path}?${given}` : path) as Route);
        }}
        className={`@container mt-6 ${choice ? "max-w-4xl" : "max-w-2xl"}`}
      >
        {/* With columns of its own, nothing in it moves when a page arrives in parts, or “Clear” comes. */}
        <div
          className={classNames(
            "grid grid-cols-[minmax(0,1fr)_5rem] items-start gap-x-2 gap-y-3 @max-3xs:flex @max-3xs:flex-wrap",
            choice
              ? "@xl:grid-flow-col @xl:grid-cols-[minmax(0,1fr)_12rem_5rem_5rem]"
              : "@md:grid-flow-col @md:grid-cols-[minmax(0,1fr)_5rem_5rem]",
          )}
        >
          <div className={classNames("min-w-0 @max-3xs:w-full", choice && "@max-xl:col-span-2", inFirstRow)}>
            <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
              {label}
            </label>
            <div className="relative">
              <input
                ref={field}
                id={id}
                type="search"
                name={name}
                defaultValue={query}
                maxLength={200}
                autoComplete="off"
                enterKeyHint="search"
                aria-describedby={`${id}-note`}
                className="h-11 w-full rounded-lg border border-field bg-card pr-3 pl-11 text-base"
              />
              <Search
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-quiet"
              />
            </div>
          </div>
          <p
            id={`${id}-note`}
            className={classNames(
              "col-span-2 -mt-1.5 text-sm text-quiet @max-3xs:w-full",
              choice
                ? "@xl:col-span-full @xl:col-start-1 @xl:row-start-2"
                : "order-last @md:col-span-full @md:col-start-1 @md:row-start-2",
            )}
          >
            {note}
          </p>
          {choice ? (
            <div className="min-w-0 @max-3xs:w-full @xl:row-start-1">
              <label htmlFor={`${id}-choice`} className="mb-1.5 block text-sm font-semibold">
                {choice.label}
              </label>
              <NativeSelect
                ref={select}
                id={`${id}-choice`}
                name={choice.name}
                defaultValue={choice.value}
                className="h-11"
              >
                <OptionList options={choice.options} />
                {choice.groups?.map((group) => (
                  <optgroup key={group.label} label={group.label}>
                    <OptionList options={group.options} />
                  </optgroup>
                ))}
              </NativeSelect>
            </div>
          ) : null}
          <button type="submit" className={buttonClasses("solid", classNames("self-end", inFirstRow))}>
            Filter
          </button>
          {query || choice?.value ? (
            <ConsoleLink
              href={sort ? (`${path}?sort=${sort}` as Route) : path}
              onNavigate={clear}
              className={buttonClasses("outline", classNames("self-end justify-self-start", inFirstRow))}
            >
              Clear
            </ConsoleLink>
          ) : null}
        </div>
        {sort ? <input type="hidden" name="sort" value={sort} /> : null}
      </form>
    </search>
  );
}

const OptionList = ({ options }: { options: Options }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

/** Sets a field to the value in the address, unless something else is being typed there. */
function useFollow(field: RefObject<HTMLInputElement | HTMLSelectElement | null>, value: string): void {
  const last = useRef(value);
  useEffect(() => {
    const { current } = field;
    const isTyping = document.activeElement === current && current?.value.trim() !== last.current;
    if (current && !isTyping) current.value = value;
    last.current = value;
  }, [field, value]);
}
