import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import postgres from "postgres";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { isLongForm } from "../long-form.ts";
import { afterAllTests, installedDirectory, startBackend } from "./installation.ts";
import { until } from "./launch.ts";
import { addToLedger, listLedger, serviceClient, signUp } from "./requests.ts";

const register = afterAllTests();
let backend: EmbeddedSupabase;
let open: (options?: postgres.Options<Record<string, never>>) => postgres.Sql;
let watcher: postgres.Sql;

beforeAll(async () => {
  backend = await startBackend(await installedDirectory(register), {}, register);
  open = (options) => postgres(backend.databaseUrl, { max: 1, onnotice: () => {}, ...options });
  watcher = open();
  register(() => watcher.end());
});
beforeEach(() => watcher`truncate ledger`);

const pidOf = async (sql: postgres.Sql) => (await sql`select pg_backend_pid() as pid`)[0]!.pid as number;

/** Terminates a connection as the server's administrator would, and waits until it is gone. */
async function terminate(pid: number) {
  await watcher`select pg_terminate_backend(${pid}, 10000)`;
}
const listSleepers = async () =>
  (
    await watcher`select pid from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'`
  ).map(({ pid }) => pid as number);
const listRows = async () => (await watcher`select id from ledger order by id`).map(({ id }) => Number(id));

describe("a driver that loses a connection", () => {
  test("runs no statement of a reserved connection on the one that takes its place", async () => {
    const sql = open();
    const reserved = await sql.reserve();
    await reserved`begin`;
    await reserved`insert into ledger values (1)`;
    await terminate(await pidOf(reserved as unknown as postgres.Sql));
    await expect(reserved`insert into ledger values (2)`).rejects.toMatchObject({
      code: "CONNECTION_CLOSED",
    });
    // Another query opens the pool's only connection again.
    await sql`select 1`;
    await expect(reserved`insert into ledger values (3)`).rejects.toMatchObject({
      code: "CONNECTION_CLOSED",
    });
    reserved.release();
    await sql`insert into ledger values (4)`;
    expect(await listRows()).toEqual([4]);
    await sql.end();
  });

  test("runs no statement of a transaction after it, and rejects what waits", async () => {
    const sql = open();
    const late: unknown[] = [];
    const transaction = sql.begin(async (tx) => {
      await tx`insert into ledger values (1)`;
      const pid = await pidOf(tx as unknown as postgres.Sql);
      const waiting = [
        tx`select pg_sleep(600)`,
        ...[2, 3].map((id) => tx`insert into ledger values (${id})`),
      ];
      const settled = Promise.allSettled(waiting);
      await terminate(pid);
      late.push(...(await settled).map(({ status }) => status));
      await sql`select 1`;
      late.push(await tx`insert into ledger values (4)`.catch((error) => error.code));
    });
    await expect(transaction).rejects.toMatchObject({
      code: expect.stringMatching(/57P01|CONNECTION_CLOSED/),
    });
    await expect.poll(() => late).toEqual(["rejected", "rejected", "rejected", "CONNECTION_CLOSED"]);
    await sql`insert into ledger values (5)`;
    expect(await listRows()).toEqual([5]);
    await sql.end();
  });

  test("gets over a connection that is reset in the middle of a query", async () => {
    const between = await startBetween(backend.databaseUrl);
    const sql = open({ host: "127.0.0.1", port: between.port });
    for (let round = 1; round <= 3; round++) {
      const asleep = sql`select pg_sleep(600)`;
      // A query sent right after the reset may fail too, but it must settle.
      const settled = Promise.allSettled([asleep, asleep.catch(() => sql`select 1`)]);
      await expect.poll(() => listSleepers()).toHaveLength(1);
      between.reset();
      expect((await settled)[0].status).toBe("rejected");
      await sql`insert into ledger values (${round})`;
      for (const pid of await listSleepers()) await terminate(pid);
    }
    expect(await listRows()).toEqual([1, 2, 3]);
    await sql.end();
    await between.stop();
  });
});

test("the API outlives losing its connections again and again, and keeps what it acknowledged", async () => {
  const acknowledged: number[] = [];
  for (let round = 0; round < (isLongForm ? 40 : 5); round++) {
    const ids = Array.from({ length: 8 }, (_, index) => round * 8 + index);
    const adding = ids.map((id) =>
      addToLedger(backend, id).then(
        () => void acknowledged.push(id),
        () => {},
      ),
    );
    await watcher`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    await Promise.all(adding);
  }
  let last = 1000;
  // The API may not have noticed yet that it has lost its connections.
  await until("a row is taken again", () =>
    addToLedger(backend, ++last).then(
      () => true,
      () => false,
    ),
  );
  const rows = await listLedger(backend);
  expect(rows).toEqual(expect.arrayContaining([...acknowledged, last]));
  expect(() => process.kill(backend.pid, 0)).not.toThrow();
});

test("the API says that the database is away where its connection is ended", async () => {
  const holder = open();
  const held = await holder.reserve();
  await held`begin`;
  await held`lock table ledger`;
  const adding = serviceClient(backend).from("ledger").insert({ id: 1 }).then();
  const waiting = () => watcher`select pid from pg_locks where relation = 'ledger'::regclass and not granted`;
  await until("the API waits for the table", async () => (await waiting()).length === 1);
  await terminate((await waiting())[0]!.pid);
  expect(await adding).toMatchObject({ status: 503, error: { code: "PT503" } });
  await held`rollback`;
  held.release();
  await holder.end();
});

test("a session whose renewal the lost database cut off is renewed by the same token", async () => {
  const { client } = await signUp(backend, "cut-off");
  const session = (await client.auth.getSession()).data.session!;
  const { refresh_token } = session;
  // The state after the API has marked the token as used, before it has stored the next one.
  await watcher`update auth.refresh_tokens set revoked = true where token = ${refresh_token}`;
  const renewed = await client.auth.refreshSession({ refresh_token });
  expect(renewed.error).toBeNull();
  expect(renewed.data.session?.refresh_token).not.toBe(refresh_token);

  await client.auth.signOut();
  expect((await client.auth.refreshSession({ refresh_token })).error?.code).toBe("refresh_token_not_found");
});

/** A TCP proxy to the database that can be cut by a reset, as if the machine had disappeared. */
async function startBetween(databaseUrl: string) {
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(new URL(databaseUrl).port), "127.0.0.1");
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    reset,
    async stop() {
      reset();
      server.close();
      await once(server, "close");
    },
  };
}
