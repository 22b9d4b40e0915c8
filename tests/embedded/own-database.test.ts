import path from "node:path";
import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import { createCluster } from "../../supabase/embedded/cluster.ts";
import { locateCluster } from "../../supabase/embedded/cluster-location.ts";
import { getPostgresAccount } from "../../supabase/embedded/postgres-account.ts";
import { findBinaries } from "../../supabase/embedded/postgres-binaries.ts";
import { type PostgresServer, startPostgres } from "../../supabase/embedded/postgres-server.ts";
import { afterAllTests, startBackend, temporaryDirectory } from "./installation.ts";
import { childrenOf, until } from "./processes.ts";
import { addToLedger, listLedger, signUp } from "./requests.ts";

// "The user's own": a server that Lectern has not started and whose administrator it is not.
let startServer: (port?: number) => Promise<PostgresServer>;
let server: PostgresServer;
let admin: postgres.Sql;

const PASSWORD = "own";
const urlOf = (role: string, database: string) =>
  `postgres://${role}:${PASSWORD}@127.0.0.1:${server.port}/${database}`;

const register = afterAllTests();
beforeAll(async () => {
  const home = await temporaryDirectory(register);
  const account = getPostgresAccount();
  const binaries = await findBinaries(account);
  const directory = await locateCluster(home, account);
  await createCluster({ directory, binaries, account, password: PASSWORD });
  startServer = (port) =>
    startPostgres({
      directory,
      binaries,
      account,
      logFile: path.join(home, "own.log"),
      ...(port && { port }),
    });
  server = await startServer();
  register(() => server.stop());
  admin = postgres(urlOf("postgres", "postgres"), { max: 1, onnotice: () => {} });
  register(() => admin.end({ timeout: 1 }));
});

async function createDatabase(name: string, { options = "", createRole = "" } = {}): Promise<string> {
  await admin.unsafe(`create role ${name} login password '${PASSWORD}' ${createRole}`);
  await admin.unsafe(`create database ${name} owner ${name} ${options}`);
  return urlOf(name, name);
}

test("a database role without rights is told what an administrator must run, and then works", async () => {
  const databaseUrl = await createDatabase("plain");
  const dataDir = await temporaryDirectory();
  const refusal = async () =>
    startBackend(dataDir, { databaseUrl }).then(
      () => "",
      (error: Error) => error.message,
    );
  const told = await refusal();
  expect(told).toMatch(
    /^The role "plain" cannot make the roles that the API connects and answers as: permission denied/,
  );
  expect(told).toMatch(/create role service_role nologin bypassrls;/);
  await admin.unsafe("create role anon; create role authenticated; create role service_role");
  await admin.unsafe("alter role plain createrole");
  expect(await refusal()).toMatch(
    /service_role does not bypass.*:\n.*\n {2}alter role service_role bypassrls;/s,
  );
  const [, statements = ""] = (await refusal()).split("administrator run:\n");
  await admin.unsafe(statements);

  const first = await startBackend(dataDir, { databaseUrl });
  expect(childrenOf(first.pid)).toEqual([]);
  await addToLedger(first, 1);
  const { client, id } = await signUp(first, "ada");
  expect((await client.from("notes").insert({ user_id: id, body: "mine" })).error).toBeNull();
  expect((await client.storage.from("files").upload("a", Buffer.from("a"))).error).toBeNull();
  await first.stop();
  const second = await startBackend(dataDir, { databaseUrl });
  expect(await listLedger(second)).toEqual([1]);
});

test("installations that share a database let each other in", async () => {
  const databaseUrl = await createDatabase("shared", { createRole: "superuser" });
  const both = [
    await startBackend(await temporaryDirectory(), { databaseUrl }),
    await startBackend(await temporaryDirectory(), { databaseUrl }),
  ];
  await admin`select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = 'lectern_api_shared'`;
  for (const [id, backend] of both.entries())
    await until("it has connected anew", () =>
      addToLedger(backend, id).then(
        () => true,
        () => false,
      ),
    );
});

test("the backend reconnects to a restarted server and leaves no request waiting", async () => {
  const databaseUrl = await createDatabase("restarted", { createRole: "createrole" });
  await admin.unsafe("grant anon, authenticated, service_role to restarted with admin option");
  const backend = await startBackend(await temporaryDirectory(), { databaseUrl });
  await addToLedger(backend, 1);
  await server.stop();
  server = await startServer(server.port);
  await until("requests are answered again", () =>
    addToLedger(backend, 2).then(
      () => true,
      () => false,
    ),
  );
  expect(await listLedger(backend)).toEqual([1, 2]);

  // None is left waiting for a connection that is no more.
  const settled = Promise.allSettled(Array.from({ length: 100 }, (_, id) => addToLedger(backend, 10 + id)));
  await Promise.race([settled, until("writes arrive", async () => (await openTransactions()) > 0)]);
  await server.stop();
  server = await startServer(server.port);
  await settled;
});

async function openTransactions(): Promise<number> {
  const [activity] = await admin`
    select count(*)::int from pg_stat_activity where datname = 'restarted' and xact_start is not null`;
  return activity?.count;
}

test("a schema auth or storage that is another role's is refused with the reason", async () => {
  const databaseUrl = await createDatabase("restored", { createRole: "superuser" });
  const dataDir = await temporaryDirectory();
  await (await startBackend(dataDir, { databaseUrl })).stop();
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`reassign owned by lectern_api_restored to restored`;
  await sql.end();
  await expect(startBackend(dataDir, { databaseUrl })).rejects.toThrow(
    "The API cannot use its part of the database, the schemas auth and storage: permission denied for schema auth.",
  );
});

test("an unsuitable database is refused with the reason and without the password", async () => {
  const refuse = async (databaseUrl: string) => {
    const refusal = await startBackend(await temporaryDirectory(), { databaseUrl }).then(
      () => "started",
      (error: Error) => error.message,
    );
    expect(refusal).not.toContain(`:${PASSWORD}@`);
    return refusal;
  };
  const latin = await createDatabase("latin", { options: "encoding 'LATIN1' locale 'C' template template0" });
  expect(await refuse(latin)).toMatch(/encoding of the database "latin" is LATIN1.*UTF8/);

  await createDatabase("someone");
  expect(await refuse(urlOf("latin", "someone"))).toMatch(
    /"latin" may not create schemas.*owner to "latin"/s,
  );

  const busy = await createDatabase("busy");
  const sql = postgres(busy, { max: 1 });
  await sql`create table public.invoices (id int)`;
  await sql.end();
  expect(await refuse(busy)).toMatch(/"busy" holds 1 tables of something else.*database of its own/);

  expect(await refuse(urlOf("plain", "nowhere"))).toMatch(/cannot be used: .*nowhere/);
  expect(await refuse(urlOf("plain", "plain").replace(PASSWORD, "wrong"))).toMatch(
    /password authentication failed/,
  );
});
