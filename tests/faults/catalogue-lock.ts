import postgres from "postgres";
import { eventually } from "./installation.ts";

/**
 * The lock that each batch of an import takes, held by the test: everything that writes lectures waits at its
 * current position until the test releases the lock.
 */
export class CatalogueLock {
  readonly #sql: postgres.Sql;
  #held: postgres.ReservedSql | undefined;

  constructor(databaseUrl: string) {
    this.#sql = postgres(databaseUrl, { max: 3, onnotice: () => {} });
  }

  async hold(): Promise<void> {
    this.#held = await this.#wait();
  }

  /** Resolves when an import waits for the lock. */
  async isWaitedFor(): Promise<void> {
    await eventually("an import waits for the lock", 120, async () => {
      const [waiting] = await this.#sql`select from pg_locks where locktype = 'advisory' and not granted`;
      return waiting;
    });
  }

  /** Lets the batches in that wait now and makes later ones wait again: PostgreSQL grants the lock in order. */
  async letOneIn(): Promise<void> {
    const next = this.#wait();
    await this.release();
    this.#held = await next;
  }

  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (!held) return;
    await held`rollback`;
    held.release();
  }

  /** Closes the connections and thereby releases all locks, even if the database has already gone. */
  async close(): Promise<void> {
    await this.#sql.end({ timeout: 0 });
  }

  async #wait(): Promise<postgres.ReservedSql> {
    const session = await this.#sql.reserve();
    await session`begin`;
    await session`select private.lock_catalogue()`;
    return session;
  }
}
