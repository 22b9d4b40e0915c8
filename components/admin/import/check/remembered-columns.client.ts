"use client";

import type { FieldChoice } from "@/lib/csv/header";
import { toChoices, toColumnFields } from "@/lib/lecture-import/column-choices";
import type { Field } from "@/lib/lecture-import/columns";
import { REASON } from "@/lib/lecture-import/files";

const KEY = "lectern:columns";
/** Headers whose columns are remembered; the oldest goes. */
const HEADERS = 20;

type Remembered = [header: string, fields: unknown[]][];

function read(): Remembered {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Rows to mend come with their reasons in one column more. */
const headerOf = (names: readonly string[]) =>
  JSON.stringify(names.at(-1) === REASON ? names.slice(0, -1) : names);

/** What was chosen on this device for the columns of a file with the same header. */
export function readChoices(names: readonly string[]): FieldChoice<Field>[] {
  const found = read().find(([header]) => header === headerOf(names));
  return toChoices(found?.[1]);
}

/** Keeps what was chosen for the columns of a file, for the next one with the same header. */
export function keepChoices(names: readonly string[], choices: readonly FieldChoice<Field>[]): void {
  const others = read().filter(([header]) => header !== headerOf(names));
  const kept: Remembered = [[headerOf(names), toColumnFields(choices)], ...others];
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(0, HEADERS)));
  } catch {
    // A full or closed storage: the next file is asked about again.
  }
}
