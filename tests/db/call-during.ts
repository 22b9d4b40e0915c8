import type postgres from "postgres";
import { expect } from "vitest";

/** Deletes a lecture in a transaction that ends once `call`, which is made meanwhile, waits for it. */
export async function deleteDuring<Result>(
  sql: postgres.Sql,
  lectureId: number,
  call: () => PromiseLike<Result>,
): Promise<Result> {
  const [waiting] = await sql.begin(async (tx) => {
    const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await tx`delete from lectures where id = ${lectureId}`;
    const called = Promise.resolve(call());
    await expect
      .poll(() => sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`)
      .toHaveLength(1);
    return [called];
  });
  return waiting;
}
