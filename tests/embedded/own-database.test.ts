import postgres from "postgres";
import { beforeAll, expect, test } from "vitest";
import { connectDatabase } from "../../supabase/embedded/database.ts";
import { longTest } from "../long-test.ts";
import { childrenOf } from "../processes.ts";
import { afterAllTests, startBackend, temporaryDirectory } from "./installation.ts";
import { until } from "./launch.ts";
import { type OwnPostgres, startOwnPostgres } from "./own-postgres.ts";
import { addToLedger, listLedger, signUp } from "./requests.ts";

let server: OwnPostgres;

const register = afterAllTests();
beforeAll(async () => {
  server = await startOwnPostgres(register);
  // Its role has no rights at first.
  await server.createDatabase("plain");
});

test("a database role without rights is told what an administrator must run, and works until it loses its schemas", async () => {
  const databaseUrl = server.urlOf("plain", "plain");
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
  await server.admin.unsafe("create role anon; create role authenticated; create role service_role");
  await server.admin.unsafe("alter role plain createrole");
  const toldNext = await refusal();
  expect(toldNext).toMatch(/service_role does not bypass.*:\n.*\n {2}alter role service_role bypassrls;/s);
  const [, statements = ""] = toldNext.split("administrator run:\n");
  await server.admin.unsafe(statements);

  const first = await startBackend(dataDir, { databaseUrl });
  expect(childrenOf(first.pid)).toEqual([]);
  await addToLedger(first, 1);
  const { client, id } = await signUp(first, "ada");
  expect((await client.from("notes").insert({ user_id: id, body: "mine" })).error).toBeNull();
  expect((await client.storage.from("files").upload("a", Buffer.from("a"))).error).toBeNull();
  await first.stop();
  const second = await startBackend(dataDir, { databaseUrl });
  expect(await listLedger(second)).toEqual([1]);
  await second.stop();

  const sql = postgres(server.urlOf("postgres", "plain"), { max: 1 });
  await sql`reassign owned by lectern_api_plain to plain`;
  await sql.end();
  await expect(startBackend(dataDir, { databaseUrl })).rejects.toThrow(
    "The API cannot use its part of the database, the schemas auth and storage: permission denied for schema auth.",
  );
});

test("a database is one backend's at a time, also after its server has restarted, and no request waits for ever", async () => {
  const databaseUrl = await server.createDatabase("wanted", { createRole: "superuser" });
  const start = async () => startBackend(await temporaryDirectory(), { databaseUrl });
  const first = await start();
  await expect(start()).rejects.toThrow('Another Lectern uses the database "wanted". Stop that one first.');

  await addToLedger(first, 0);
  const settled = Promise.allSettled(Array.from({ length: 100 }, (_, id) => addToLedger(first, 10 + id)));
  await Promise.race([settled, until("writes arrive", async () => (await openTransactions()) > 0)]);
  await server.stop();
  await server.startAgain();
  // No request may wait forever for a lost connection.
  await settled;
  await until("the first one has it again", async () => (await lockHolders("wanted")) === 1);
  await until("it answers again", () =>
    addToLedger(first, 1).then(
      () => true,
      () => false,
    ),
  );

  // A killed backend has released the lock.
  process.kill(first.pid, "SIGKILL");
  const second = await start();
  await addToLedger(second, 2);
  const third = start();
  await second.stop();
  expect((await listLedger(await third)).filter((id) => id < 10)).toEqual([0, 1, 2]);
});

/** The number of connections that hold the lock of a database; 0 while the server does not answer. */
async function lockHolders(database: string): Promise<number> {
  const [locks] = await server.admin`
    select count(*)::int from pg_locks l join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and l.granted and d.datname = ${database}`.catch(() => []);
  return locks?.count ?? 0;
}

longTest("a backend that has lost its database to another one ends, and says why", async () => {
  const databaseUrl = await server.createDatabase("taken", { createRole: "superuser" });
  const backend = await startBackend(await temporaryDirectory(), { databaseUrl });
  const thief = postgres(databaseUrl, { max: 1 });
  register(() => thief.end({ timeout: 1 }));
  const taking = thief`select pg_advisory_lock(hashtext('lectern backend'))`.execute();
  await until("it waits for the lock", async () => {
    const [waiting] =
      await server.admin`select count(*)::int from pg_locks where locktype = 'advisory' and not granted`;
    return waiting?.count > 0;
  });
  await server.admin`select pg_terminate_backend(pid, 10000) from pg_locks where locktype = 'advisory' and granted`;
  await taking;
  expect(await backend.ended).toContain('Another Lectern uses the database "taken".');
});

async function openTransactions(): Promise<number> {
  const [activity] = await server.admin`
    select count(*)::int from pg_stat_activity where datname = 'wanted' and xact_start is not null`;
  return activity?.count;
}

test("an unsuitable database is refused with the reason and without the password", async () => {
  const refuse = async (databaseUrl: string) => {
    const refusal = await connectDatabase(databaseUrl).then(
      () => "connected",
      (error: Error) => error.message,
    );
    expect(refusal).not.toContain(`:${server.password}@`);
    return refusal;
  };
  const latin = await server.createDatabase("latin", {
    options: "encoding 'LATIN1' locale 'C' template template0",
  });
  expect(await refuse(latin)).toMatch(/encoding of the database "latin" is LATIN1.*UTF8/);

  await server.createDatabase("someone");
  expect(await refuse(server.urlOf("latin", "someone"))).toMatch(
    /"latin" may not create schemas.*owner to "latin"/s,
  );

  const busy = await server.createDatabase("busy");
  const sql = postgres(busy, { max: 1 });
  await sql`create table public.invoices (id int)`;
  await sql.end();
  expect(await refuse(busy)).toMatch(/"busy" holds 1 tables of something else.*database of its own/);

  expect(await refuse(server.urlOf("plain", "nowhere"))).toMatch(/cannot be used: .*nowhere/);
  const wrong = server.urlOf("plain", "plain").replace(server.password, "wrong");
  expect(await refuse(wrong)).toMatch(/password authentication failed/);
  // A start says the same.
  await expect(startBackend(await temporaryDirectory(), { databaseUrl: wrong })).rejects.toThrow(
    await refuse(wrong),
  );
});
