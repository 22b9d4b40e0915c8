import postgres from "postgres";
import type { Random } from "../../bench/random.ts";
import { findRunningDatabase } from "../../supabase/embedded/running.ts";
import { isRunning, postgresOf } from "../processes.ts";
import { eventually, type Installation } from "./installation.ts";

/** What is killed while the product runs: a part, or a connection between the API and the database. */
export const FAULTS = ["app", "API", "database server", "connection", "connection's process"] as const;
type Fault = (typeof FAULTS)[number];

/** Causes a fault; resolves once the killed process or connection is gone. */
export async function cause(fault: Fault, installation: Installation, random: Random): Promise<void> {
  switch (fault) {
    case "app":
      return kill(installation.processId("app"));
    case "API":
      return kill(installation.processId("backend"));
    case "database server":
      return kill(postgresOf(installation.processId("backend")).pid);
    default:
      return withConnection(installation, random, async (sql, pid) => {
        if (fault === "connection") await sql`select pg_terminate_backend(${pid}, 10000)`;
        // The API's socket closes without a message; the server then ends all connections and restarts.
        else await kill(pid);
      });
  }
}

async function kill(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  await eventually("a killed process is gone", 30, async () => !isRunning(pid));
}

/** Does some work on one of the API's database connections, preferably a busy one. */
async function withConnection(
  { dataDir }: Installation,
  random: Random,
  work: (sql: postgres.Sql, pid: number) => Promise<unknown>,
): Promise<void> {
  const sql = postgres((await findRunningDatabase(dataDir)) as string, { max: 1, onnotice: () => {} });
  try {
    const found = await eventually("the API has a connection", 30, async () => {
      const rows = await sql<{ pid: number; state: string }[]>`
        select pid, state from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() and usename like 'lectern_api%'`;
      return rows.length > 0 && rows;
    });
    const busy = found.filter(({ state }) => state !== "idle");
    await work(sql, random.pick(busy.length > 0 ? busy : found).pid);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
