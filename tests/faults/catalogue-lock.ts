import postgres from "postgres";
import { eventually } from "./installation.ts";

/**
 * The lock under which each batch of an import goes in, held by the test: whatever writes lectures stands
 * still, at a position, for as long as the test wants.
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

  /** Lets those in who wait now, and has the batches after theirs wait again: the lock is given in turn. */
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

  /** Ends its connections, with whatever they hold; also where the database has gone already. */
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
