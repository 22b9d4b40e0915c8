import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { clientOf, connect, describeOnEachApi, onDatabase, signUp } from "./apis.ts";
import { prepareImportJobs } from "./import-jobs.ts";

describeOnEachApi("the audit log", (api, sql) => {
  const service = clientOf(api, "secretKey");
  const { addJob } = prepareImportJobs(api, sql);
  let account: Awaited<ReturnType<typeof signUp>>;
  let address: string;
  beforeEach(async () => {
    account = await signUp(api);
    // A new address, so that failures of other tests do not count.
    address = `test ${randomUUID()}`;
  });

  const recordSignIn = (event: string, email = account.email) =>
    service.rpc("record_sign_in", { p_event: event, p_email: email, p_address: address }).throwOnError();
  /** Deletes entries, which only operators who own the database can do. */
  const forget = (from: string) =>
    sql.begin(async (tx) => {
      await tx`alter table private.audit_log disable trigger keep_log`;
      await tx`delete from private.audit_log where address = ${from}`;
      await tx`alter table private.audit_log enable trigger keep_log`;
    });
  const readLog = async (p_account: string, p_since = 0) =>
    (await service.rpc("read_audit_log", { p_account, p_since }).throwOnError()).data.toReversed();
  const eventsOf = async (id: string) => (await readLog(id)).map(({ event }) => event);

  test("a sign-in and one that failed are logged with account and address", async () => {
    await recordSignIn("sign-in failed", ` ${account.email.toUpperCase()} `);
    await recordSignIn("signed in");
    expect(await readLog(account.email.toUpperCase())).toMatchObject([
      { event: "sign-in failed", account_id: account.id, email: account.email, address, total: 2 },
      { event: "signed in", account_id: account.id, email: account.email, address, actor: null },
    ]);
  });

  test("the log is read from a time on, and no event but the known ones goes in", async () => {
    await recordSignIn("signed in");
    const [{ now } = { now: 0 }] = await sql`select extract(epoch from clock_timestamp())::float8 as now`;
    expect(await readLog(account.id, now)).toEqual([]);
    expect(await readLog(account.id, now - 3600)).toHaveLength(1);
    const { error } = await service.rpc("record_sign_in", {
      p_event: "mail sent",
      p_email: "",
      p_address: "",
    });
    expect(error).not.toBeNull();
  });

  test("no client of the API reaches the table", async () => {
    await sql`insert into user_roles values (${account.id}, 'admin')`;
    for (const client of [clientOf(api), account.client, service]) {
      const log = client.schema("private" as "public").from("audit_log" as "profiles");
      for (const query of [
        log.select(),
        log.delete().neq("id", ""),
        log.update({}).neq("id", ""),
        log.insert({} as never),
      ])
        expect((await query).error).not.toBeNull();
    }
  });

  onDatabase(api, () => {
    test("what was typed as an address that no account has is not kept", async () => {
      const typed = `a password by mistake ${randomUUID()}`;
      await recordSignIn("sign-in failed", typed);
      const rows = await sql`select * from private.audit_log where address = ${address}`;
      expect(rows).toMatchObject([{ event: "sign-in failed", account_id: null }]);
      expect(JSON.stringify(rows)).not.toContain(typed);
    });

    test("no more than 20 entries of an account within an hour are kept of one kind, the last says so", async () => {
      await Promise.all(Array.from({ length: 15 }, () => recordSignIn("sign-in failed")));
      for (let n = 0; n < 10; n++) await recordSignIn("sign-in failed");
      const details = (await readLog(account.email)).map(({ details }) => details);
      expect(details).toEqual([...Array(19).fill({}), { more: true }]);
      await recordSignIn("signed in");
      expect((await eventsOf(account.id)).at(-1)).toBe("signed in");
    });

    test("no more than 100 refusals from an address within an hour are kept, nor 2,000 in all", async () => {
      const add = (count: number, from: string) => sql`
        insert into private.audit_log (event, address) select 'sign-in failed', ${from} from generate_series(1, ${count})`;
      const countThere = async () =>
        Number((await sql`select count(*) from private.audit_log where address = ${address}`)[0]?.count);
      await add(99, address);
      await recordSignIn("too many attempts");
      await recordSignIn("too many attempts");
      expect(await countThere()).toBe(100);

      const flood = `flood ${randomUUID()}`;
      await add(2000, flood);
      address = `test ${randomUUID()}`;
      await recordSignIn("sign-in failed");
      await recordSignIn("signed in");
      expect(await eventsOf(account.id)).toEqual(["too many attempts", "signed in"]);
      // The log itself refuses to delete entries this recent, so the test deletes them.
      await forget(flood);
    });

    test("entries with a visitor's address go after 90 days, others stay", async () => {
      const other = await signUp(api);
      for (const [event, from] of [
        ["signed in", address],
        ["account unlocked", null],
      ])
        await sql`
          insert into private.audit_log (event, account_id, address, happened_at)
          values (${event as string}, ${other.id}, ${from as string | null}, now() - interval '91 days')`;
      expect(await eventsOf(other.id)).toEqual(["account unlocked"]);
      await recordSignIn("signed in");
      const left = await sql`select event from private.audit_log where account_id = ${other.id}`;
      expect(left).toEqual([{ event: "account unlocked" }]);
    });

    test("each change of a role is logged, also one by SQL, and none that changes nothing", async () => {
      const give = (role: string) =>
        service.rpc("set_user_role", { p_account: account.email, p_role: role }).throwOnError();
      await give("admin");
      await give("admin");
      await give("user");
      await service.from("user_roles").insert({ user_id: account.id, role: "user" }).throwOnError();
      await service.from("user_roles").update({ role: "admin" }).eq("user_id", account.id).throwOnError();
      await sql`delete from user_roles where user_id = ${account.id}`;
      const [up, down] = [
        { from: "user", to: "admin" },
        { from: "admin", to: "user" },
      ];
      expect((await readLog(account.id)).map(({ event, details }) => [event, details])).toEqual(
        [up, down, up, down].map((details) => ["role changed", details]),
      );
    });

    test("a role that is handed to another account is logged of both", async () => {
      const other = await signUp(api);
      await sql`insert into user_roles values (${account.id}, 'admin')`;
      await sql`update user_roles set user_id = ${other.id} where user_id = ${account.id}`;
      expect((await readLog(account.id)).map(({ details }) => details)).toEqual([
        { from: "user", to: "admin" },
        { from: "admin", to: "user" },
      ]);
      expect((await readLog(other.id)).map(({ details }) => details)).toEqual([
        { from: "user", to: "admin" },
      ]);
    });

    test("what becomes of an import is logged by its job", async () => {
      const owner = { user_id: account.id, file_name: "lectures.csv" };
      const job = await addJob(owner);
      await sql`update import_jobs set status = 'processing' where id = ${job}`;
      await sql`update import_jobs set status = 'failed', error_message = 'no such file' where id = ${job}`;
      const other = await signUp(api);
      await service.rpc("retry_import_job", { p_job: job, p_actor: other.id }).throwOnError();
      await sql`
        update import_jobs set status = 'completed', processed_rows = 3, inserted_rows = 1, rejected_rows = 2, total_rows = 3
        where id = ${job}`;
      const entries = await readLog(account.id);
      expect(entries.map(({ actor }) => actor)).toEqual([null, null, other.email, null]);
      for (const by of [other.id, other.email.toUpperCase()])
        expect(await eventsOf(by)).toEqual(["import retried"]);
      expect(entries.map(({ event, details }) => [event, details])).toEqual([
        ["import added", { file: "lectures.csv" }],
        ["import failed", { file: "lectures.csv", error: "no such file" }],
        ["import retried", { file: "lectures.csv" }],
        ["import completed", { file: "lectures.csv", rows: 3, rejected: 2 }],
      ]);
      const undo = await addJob({ ...owner, file_path: null, mode: "undo", undo_of: job });
      await sql`
        update import_jobs set status = 'completed', processed_rows = 1, rejected_rows = 1, total_rows = 1 where id = ${undo}`;
      expect((await readLog(account.id)).slice(4).map(({ event, details }) => [event, details])).toEqual([
        ["undo added", { file: "lectures.csv" }],
        ["undo completed", { file: "lectures.csv", rows: 1, kept: 1 }],
      ]);
    });

    test("locks and the deletion of an account are logged, and its e-mail goes with it", async () => {
      for (const isLocked of [true, false])
        await service
          .rpc("set_account_lock", { p_account: account.id, p_is_locked: isLocked })
          .throwOnError();
      await service.rpc("delete_account", { p_account: account.id }).throwOnError();
      await service.rpc("delete_account", { p_account: account.id }).throwOnError();
      expect(await eventsOf(account.id)).toEqual(["account locked", "account unlocked", "account deleted"]);
      expect(await readLog(account.email)).toEqual([]);
      const rows = await sql`select l::text as text from private.audit_log l`;
      expect(rows.map(({ text }) => text).join()).not.toContain(account.email);
    });
  });
});

const sql = connect();

describe.each(["anon", "authenticated", "service_role"])("the audit log and the role %s", (role) => {
  test.each([
    "select from private.audit_log",
    "insert into private.audit_log (event) values ('signed in')",
    "update private.audit_log set event = 'signed in' where true",
    "delete from private.audit_log where true",
    "truncate private.audit_log",
    "lock table private.audit_log",
    "alter table private.audit_log disable trigger all",
    "drop table private.audit_log",
    "alter table public.user_roles disable trigger log_role_change",
    "drop trigger log_import on public.import_jobs",
    "create or replace function private.log_event(text, uuid, jsonb) returns void language sql as ''",
    "select private.log_event('signed in', null)",
    "truncate public.user_roles",
  ])("refuse each other: %s", async (statement) => {
    const run = sql.begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`);
      await tx.unsafe(statement);
    });
    await expect(run).rejects.toMatchObject({ code: "42501" });
  });
});

test.each([
  "update private.audit_log set event = 'signed in' where true",
  "update private.audit_log set details = '{}' where address is not null",
  "delete from private.audit_log where true",
  "delete from private.audit_log where address is null and happened_at < now() - interval '91 days'",
  "delete from private.audit_log where address is not null and happened_at > now() - interval '89 days'",
  "truncate private.audit_log",
])("the database's owner, too, can only add to the audit log: %s", async (statement) => {
  const undone = new Error("undone");
  const run = sql.begin(async (tx) => {
    await tx`
      insert into private.audit_log (event, address, happened_at)
      values ('signed in', '::1', now()), ('account locked', null, now() - interval '92 days')`;
    await tx.unsafe(statement);
    throw undone;
  });
  await expect(run).rejects.toMatchObject({ code: "42501", message: "the audit log is only added to" });
});

test("a new event of the audit log is a row, and no other goes in", async () => {
  const undone = new Error("undone");
  const add = (event: string) => sql`insert into private.audit_log (event) values (${event})`;
  await expect(add("catalogue exported")).rejects.toMatchObject({ code: "23503" });
  const run = sql.begin(async (tx) => {
    await tx`insert into private.audit_events (event, kind) values ('catalogue exported', 'Imports')`;
    expect(
      await tx`insert into private.audit_log (event) values ('catalogue exported') returning event`,
    ).toHaveLength(1);
    throw undone;
  });
  await expect(run).rejects.toBe(undone);
});
