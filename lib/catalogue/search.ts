/** A search needs this many characters; one alone is answered with a hint. */
export const MIN_QUERY_LENGTH = 2;
/** Longer texts are cut: no title is that long, and the text travels in the address. */
const MAX_QUERY_LENGTH = 200;
/** At most this many lectures of a course are named in a result. */
export const MATCHES_NAMED = 3;

/** The `q` of an address as the text to search for: first of several, without NUL, trimmed, cut. */
export function parseQuery(q: string | string[] | undefined): string {
  const text = ((Array.isArray(q) ? q[0] : q) ?? "").replaceAll("\0", "");
  return [...text.trim()].slice(0, MAX_QUERY_LENGTH).join("").trim();
}

/** Whether a parsed query is long enough to be searched, counted in characters. */
export function isSearchable(query: string): boolean {
  return [...query].length >= MIN_QUERY_LENGTH;
}
