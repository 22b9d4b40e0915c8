import { textOf } from "../parameter.ts";

const MIN_QUERY_LENGTH = 2;
/** Longer queries are cut. */
const MAX_QUERY_LENGTH = 200;
/** Matching lectures of a course that a result names. */
export const MATCHES_NAMED = 3;

/** The query of an address's `q`: the first of several, trimmed, cut, without NUL, which PostgreSQL refuses. */
export function parseQuery(q: string | string[] | undefined): string {
  const text = textOf(q).replaceAll("\0", "");
  return [...text.trim()].slice(0, MAX_QUERY_LENGTH).join("").trim();
}

/** Whether a parsed query is long enough. Counts code points, as `parseQuery` does. */
export function isSearchable(query: string): boolean {
  return [...query].length >= MIN_QUERY_LENGTH;
}
