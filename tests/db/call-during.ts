import type postgres from "postgres";
import { expect } from "vitest";

/** Does `work` in a transaction that ends once `call`, which is made meanwhile, waits for it. */
export async function callDuring<Result>(
  sql: postgres.Sql,
  work: (tx: postgres.TransactionSql) => PromiseLike<unknown>,
  call: () => PromiseLike<Result>,
): Promise<Result> {
  const [waiting] = await sql.begin(async (tx) => {
    const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await work(tx);
    const called = Promise.resolve(call());
    await expect
      .poll(() => sql`select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`)
      .toHaveLength(1);
    return [called];
  });
  return waiting;
}

/** Deletes a lecture in a transaction that ends once `call`, which is made meanwhile, waits for it. */
export const deleteDuring = <Result>(sql: postgres.Sql, lectureId: number, call: () => PromiseLike<Result>) =>
  callDuring(sql, (tx) => tx`delete from lectures where id = ${lectureId}`, call);
