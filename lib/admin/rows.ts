import type { Database } from "../supabase/database.types.ts";

/** A row of a function of the database. */
export type Returned<Name extends keyof Database["public"]["Functions"]> =
  Database["public"]["Functions"][Name]["Returns"] extends (infer Row)[] ? Row : never;

/** Generated types call no column of a function nullable; of these rows all but the totals are. */
export type Nullable<Row, Total extends keyof Row> = Pick<Row, Total> & {
  [Column in Exclude<keyof Row, Total>]: Row[Column] | null;
};
