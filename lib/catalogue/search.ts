import { firstCharacters } from "../first-characters.ts";
import { textOf } from "../parameter.ts";

const MIN_QUERY_LENGTH = 2;
/** Longer queries are cut. */
const MAX_QUERY_LENGTH = 200;
/** How many matching lectures of a course a search result names. */
export const MATCHES_NAMED = 3;

/**
 * The search text of the query parameter `q`: trimmed, cut, composed like the texts of the catalogue (NFC), and without
 * NUL, which PostgreSQL rejects.
 */
export function parseQuery(q: string | string[] | undefined): string {
  const text = textOf(q).replaceAll("\0", "").normalize().replace(/\s+/g, " ");
  return firstCharacters(text.trim(), MAX_QUERY_LENGTH).trim();
}

/** Whether a parsed query is long enough. Counts code points, as `parseQuery` does. */
export function isSearchable(query: string): boolean {
  return [...query].length >= MIN_QUERY_LENGTH;
}
