import type { Database } from "../supabase/database.types.ts";

/** A row that a database function returns. */
export type Returned<Name extends keyof Database["public"]["Functions"]> =
  Database["public"]["Functions"][Name]["Returns"] extends (infer Row)[] ? Row : never;

/** Makes all columns but the totals nullable: generated types never mark columns of a function as nullable. */
export type Nullable<Row, Total extends keyof Row> = Pick<Row, Total> & {
  [Column in Exclude<keyof Row, Total>]: Row[Column] | null;
};
