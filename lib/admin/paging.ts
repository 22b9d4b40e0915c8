/** Rows on a page of a list. */
export const ROWS_PER_PAGE = 50;

/** The `page` of an address as a number from 1; what is none is the first page. */
export function parsePage(page: string | string[] | undefined): number {
  const text = Array.isArray(page) ? page[0] : page;
  // Seven digits are more pages than there can be lectures, and still a number the database takes.
  return text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

/** Pages that a list of so many rows has; an empty one has an empty page. */
export function pageCountOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / ROWS_PER_PAGE));
}
