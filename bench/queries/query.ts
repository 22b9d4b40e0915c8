import type { World } from "./world.ts";

/** The role of a query: a visitor, an account with its own token, or the installation with the secret key. */
type Asker = "visitor" | "learner" | "admin" | "installation";

export type AppQuery = {
  /** The call in the app's code, as `findCalls` names it. */
  site: string;
  /** What the query returns or does, as in "a subject, last page". */
  what: string;
  asker: Asker;
  sql: string;
  values: unknown[];
};

export type ListQueries = (world: World) => AppQuery[];

/** The numbers of rows on a page of the console, and at most in a response of the data API. */
export const [CONSOLE_ROWS, MOST_ROWS] = [50, 1000];

type Listing = [call: string, ...variants: [what: string, sql: string, ...values: unknown[]][]];

/** The app's queries in one file of `lib`. */
export const toQueries = (file: string, asker: Asker, listings: Listing[]): AppQuery[] =>
  listings.flatMap(([call, ...variants]) =>
    variants.map(([what, sql, ...values]) => ({ site: `lib/${file} ${call}`, what, asker, sql, values })),
  );

/** The offset of the last page of `rows` rows. */
export const lastOf = (rows: number, page: number) => Math.max(Math.ceil(rows / page) - 1, 0) * page;
