import { textOf } from "../parameter.ts";
import type { ListPage } from "./types.ts";

/** Rows on a page of a list. */
export const ROWS_PER_PAGE = 50;

/** The `page` of an address as a number from 1; what is none is the first page. */
export function parsePage(page: string | string[] | undefined): number {
  const text = textOf(page);
  // Seven digits are more pages than there can be lectures, and still a number the database takes.
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
}

/** Pages that a list of so many rows has; an empty one has an empty page. */
export function pageCountOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / ROWS_PER_PAGE));
}

/** The rows of a page, as the database's functions ask for them. */
export const sliceOf = (page: number) => ({ p_offset: (page - 1) * ROWS_PER_PAGE, p_limit: ROWS_PER_PAGE });

/**
 * The row with the totals. The database returns it always to those who may read the list, and no row to any other caller.
 */
export function firstOf<Row>(rows: readonly Row[]): Row {
  const [first] = rows;
  if (!first) throw new Error("The database does not let this user read the console.");
  return first;
}

/**
 * A page of a list, of rows that each hold the totals; `matches` is missing where the database counts no others.
 * @param toListed null for the row that holds the totals alone
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
