import path from "node:path";
import postgres from "postgres";
import { createCluster } from "../../supabase/embedded/cluster.ts";
import { locateCluster } from "../../supabase/embedded/cluster-location.ts";
import { getPostgresAccount } from "../../supabase/embedded/postgres-account.ts";
import { findBinaries } from "../../supabase/embedded/postgres-binaries.ts";
import { type PostgresServer, startPostgres } from "../../supabase/embedded/postgres-server.ts";
import { type Register, temporaryDirectory } from "./installation.ts";

const PASSWORD = "own";

/** A PostgreSQL server that Lectern did not start and on which it has no administrator rights. */
export async function startOwnPostgres(register: Register) {
  const home = await temporaryDirectory(register);
  const account = getPostgresAccount();
  const binaries = await findBinaries(account);
  const directory = await locateCluster(home, account);
  await createCluster({ directory, binaries, account, password: PASSWORD });
  const logFile = path.join(home, "own.log");
  const start = (port?: number) =>
    startPostgres({ directory, binaries, account, logFile, ...(port && { port }) });
  let server: PostgresServer = await start();
  register(() => server.stop());
  const urlOf = (role: string, database: string) =>
    `postgres://${role}:${PASSWORD}@127.0.0.1:${server.port}/${database}`;
  const admin = postgres(urlOf("postgres", "postgres"), { max: 1, onnotice: () => {} });
  register(() => admin.end({ timeout: 1 }));
  return {
    /** A connection as superuser. */
    admin,
    urlOf,
    password: PASSWORD,
    /** Creates a database and a role of the same name that owns it; returns the connection URL. */
    async createDatabase(name: string, { options = "", createRole = "" } = {}): Promise<string> {
      await admin.unsafe(`create role ${name} login password '${PASSWORD}' ${createRole}`);
      await admin.unsafe(`create database ${name} owner ${name} ${options}`);
      return urlOf(name, name);
    },
    async stop(): Promise<void> {
      await server.stop();
    },
    /** Starts the server again on the same port. */
    async startAgain(): Promise<void> {
      server = await start(server.port);
    },
  };
}

export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>;
