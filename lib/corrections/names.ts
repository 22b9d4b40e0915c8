import { textOf } from "../parameter.ts";

/** The query parameter `name`, unchanged but for lone surrogates; null if empty, too long or with NUL. */
export function parseName(name: string | string[] | undefined): string | null {
  const text = textOf(name);
  return text && text.length <= 1_000 && !text.includes("\0") ? text.toWellFormed() : null;
}
