import { textOf } from "../parameter.ts";

/** The name of a course in an address, kept as it is; null for what is none, and for what no database can hold. */
export function parseName(name: string | string[] | undefined): string | null {
  const text = textOf(name);
  return text && text.length <= 1_000 && !text.includes("\0") ? text.toWellFormed() : null;
}
