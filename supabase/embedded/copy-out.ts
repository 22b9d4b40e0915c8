import type { Readable } from "node:stream";
import type postgres from "postgres";

/**
 * The output of a `copy … to stdout`, as a stream.
 *
 * postgres.js 3.4.9 pauses the connection while the stream is full, and goes on when the stream asks for more. After the
 * last piece it asks for none: the connection would stay paused, and its next query would wait for ever.
 */
export async function copyOut(
  sql: postgres.Sql | postgres.TransactionSql,
  statement: string,
): Promise<Readable> {
  const output = await sql.unsafe(statement).readable();
  output.once("end", () => output._read(0));
  return output;
}
