import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { BackendError } from "./backend-error.ts";

/** Exclusive use of an operator's own database by one backend. */
export type DatabaseLock = { release(): Promise<void> };

/** How long to wait for a backend that is shutting down: it gives open requests three seconds and queries two. */
const SHUTDOWN_GRACE_MS = 6_000;
const PAUSE_MS = 200;

/**
 * Locks a database for this process with an advisory lock, held by a separate connection. Two backends on one
 * database would each have keys of their own and lack the uploads of the other.
 * @param onTaken called if the connection was lost and another backend has locked the database since
 * @throws {BackendError} if another backend has locked the database
 */
export async function lockDatabase(
  databaseUrl: string,
  onTaken: (message: string) => void,
): Promise<DatabaseLock> {
  let isHeld = false;
  const sql = postgres(databaseUrl, {
    max: 1,
    // The lock ends with its connection, so the driver must not close it.
    max_lifetime: null,
    idle_timeout: 0,
    onnotice: () => {},
    // A machine that has lost power does not keep the lock for hours.
    connection: { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 },
    onclose: () => {
      if (isHeld) void lockAgain();
    },
  });
  const tryLock = async () => {
    const [row] = await sql`
      select pg_try_advisory_lock(hashtext('lectern backend')) as is_held, current_database() as name`;
    const answer = row as unknown as { is_held: boolean; name: string };
    isHeld = answer.is_held;
    return answer;
  };
  const ending = new AbortController();
  const release = async () => {
    isHeld = false;
    ending.abort();
    await sql.end({ timeout: 1 });
  };

  /** Retries while the server restarts. Calls `onTaken` if another backend has the lock by then. */
  async function lockAgain(): Promise<void> {
    isHeld = false;
    while (!ending.signal.aborted) {
      const answer = await tryLock().catch(() => null);
      if (answer?.is_held || ending.signal.aborted) return;
      if (answer) return onTaken(explain(answer.name));
      await delay(PAUSE_MS);
    }
  }

  const deadline = Date.now() + SHUTDOWN_GRACE_MS;
  try {
    for (;;) {
      const { is_held, name } = await tryLock();
      if (is_held) return { release };
      if (Date.now() > deadline) throw new BackendError(explain(name));
      await delay(PAUSE_MS);
    }
  } catch (error) {
    await release();
    throw error;
  }
}

const explain = (name: string) =>
  `Another Lectern uses the database "${name}". Stop that one first. Several servers go on a Supabase ` +
  "(SUPABASE_URL): the embedded API is one machine's, with keys and uploads of its own.";
