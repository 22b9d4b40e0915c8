import { textOf } from "../parameter.ts";
import type { ListPage } from "./types.ts";

/** The number of rows on a page of a list. */
export const ROWS_PER_PAGE = 50;

/** The query parameter `page` as a number from 1; invalid values are the first page. */
export function parsePage(page: string | string[] | undefined): number {
  const text = textOf(page);
  // Seven digits exceed any possible number of pages, and the database still accepts the offset.
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

/** The number of pages of a list with that many rows; an empty list has one empty page. */
export function pageCountOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / ROWS_PER_PAGE));
}

/** The range of a page, as parameters of the database functions. */
export const sliceOf = (page: number) => ({ p_offset: (page - 1) * ROWS_PER_PAGE, p_limit: ROWS_PER_PAGE });

/**
 * The row with the totals. The database always returns it to callers who may read the list, and no row to others.
 */
export function firstOf<Row>(rows: readonly Row[]): Row {
  const [first] = rows;
  if (!first) throw new Error("The database does not let this user read the console.");
  return first;
}

/**
 * Makes a page of a list from rows that each hold the totals. Without `matches`, the total counts as the matches.
 * @param toListed returns null for a row that holds only the totals
 */
export function toListPage<Row extends { total: number; matches?: number }, Listed>(
  found: readonly Row[],
  page: number,
  toListed: (row: Row) => Listed | null,
): ListPage<Listed> {
  const { total, matches = total } = firstOf(found);
  const rows = found.flatMap((row) => toListed(row) ?? []);
  return { rows, total, matches, page, pageCount: pageCountOf(matches) };
}
