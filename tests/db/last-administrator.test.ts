import { rm } from "node:fs/promises";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminClient } from "../../scripts/accounts.ts";
import { startEmbeddedSupabase } from "../../supabase/embedded/index.ts";
import { temporaryDirectory } from "../temporary-directory.ts";

const LAST = "This is the last administrator. Make another account an administrator first.";

// A separate database, which has only the administrators that a test adds.
let sql: postgres.Sql;
let service: ReturnType<typeof adminClient>;
let ada: string;
let ben: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const dataDir = await temporaryDirectory();
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
  const backend = await startEmbeddedSupabase({ dataDir });
  cleanUps.push(() => backend.stop());
  service = adminClient(backend);
  sql = postgres(backend.databaseUrl, { max: 4, onnotice: () => {} });
  cleanUps.push(() => sql.end());
});
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

beforeEach(async () => {
  const accounts = await sql`
    insert into auth.users (id, email) select gen_random_uuid(), gen_random_uuid() || '@example.com'
    from generate_series(1, 2) returning id`;
  [ada, ben] = accounts.map(({ id }) => id) as [string, string];
  await sql`insert into user_roles values (${ada}, 'admin'), (${ben}, 'viewer')`;
  await sql`delete from auth.users where id not in (${ada}, ${ben})`;
});
const administrators = async () =>
  (await sql`select user_id from user_roles where role = 'admin'`).map(({ user_id }) => user_id);

describe("the last administrator", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["a change of the role", () => sql`update user_roles set role = 'editor' where user_id = ${ada}`],
    ["the removal of the role", () => sql`delete from user_roles where user_id = ${ada}`],
    ["the removal of all roles", () => sql`delete from user_roles where true`],
    ["the deletion of the account", () => sql`delete from auth.users where id = ${ada}`],
    ["the deletion of all accounts", () => sql`delete from auth.users where true`],
    [
      "the secret key",
      () => service.from("user_roles").update({ role: "user" }).eq("user_id", ada).throwOnError() as never,
    ],
  ])("stays, whatever tries to end that: %s", async (_, remove) => {
    await expect(remove()).rejects.toThrow(LAST);
    expect(await administrators()).toEqual([ada]);
  });

  test("stays where an operator gives another role, who is told so", async () => {
    const give = async (p_account: string, p_role: string) =>
      (await service.rpc("set_user_role", { p_account, p_role }).throwOnError()).data;
    for (const role of ["user", "viewer", "editor"]) expect(await give(ada, role)).toBe("last");
    expect(await administrators()).toEqual([ada]);
    expect(await give(ben, "admin")).toBe("changed");
    expect(await give(ada, "user")).toBe("changed");
    expect(await administrators()).toEqual([ben]);
  });

  test("is not deleted by an operator, who is told so", async () => {
    const remove = async (p_account: string) =>
      (await service.rpc("delete_account", { p_account }).throwOnError()).data;
    expect(await remove(ada)).toBe(false);
    expect(await administrators()).toEqual([ada]);
    expect(await remove(ben)).toBe(true);
  });

  test("is who is not locked out", async () => {
    const setLock = async (p_account: string, p_is_locked: boolean) =>
      (await service.rpc("set_account_lock", { p_account, p_is_locked }).throwOnError()).data;
    await sql`update user_roles set role = 'admin' where user_id = ${ben}`;
    expect(await setLock(ben, true)).toBe(true);
    expect(await setLock(ada, true)).toBe(false);
    expect(await setLock(ada, false)).toBe(true);
    await expect(sql`delete from user_roles where user_id = ${ada}`).rejects.toMatchObject({ code: "LA001" });
    await sql`delete from user_roles where user_id = ${ben}`;
    expect(await administrators()).toEqual([ada]);
  });

  test("hands the role over in one statement", async () => {
    await sql`update user_roles set role = case user_id when ${ben} then 'admin' else 'user' end where true`;
    expect(await administrators()).toEqual([ben]);
  });
});

test.each(["read committed", "repeatable read", "serializable"])(
  "of two administrators who take each other's role at the same moment one stays: %s",
  async (isolation) => {
    await sql`update user_roles set role = 'admin' where user_id = ${ben}`;
    const first = await sql.reserve();
    const second = await sql.reserve();
    try {
      for (const one of [first, second]) {
        await one.unsafe(`begin isolation level ${isolation}`);
        await one`select count(*) from user_roles`;
      }
      await first`update user_roles set role = 'user' where user_id = ${ben}`;
      const late = second`delete from user_roles where user_id = ${ada}`.then(
        () => second.unsafe("commit"),
        (error) => error,
      );
      await expect
        .poll(() => sql`select from pg_locks where locktype = 'advisory' and not granted`)
        .toHaveLength(1);
      await first.unsafe("commit");
      expect(["LA001", "40001"]).toContain((await late)?.code);
      await second.unsafe("rollback");
    } finally {
      first.release();
      second.release();
    }
    expect(await administrators()).toEqual([ada]);
  },
);

test("an administrator whose role is being taken away cannot give it back", async () => {
  await sql`update user_roles set role = 'admin' where user_id = ${ben}`;
  const claims = JSON.stringify({ sub: ben, role: "authenticated" });
  const revoking = await sql.reserve();
  const giving = await sql.reserve();
  try {
    await revoking`begin`;
    await revoking`delete from user_roles where user_id = ${ben}`;
    await giving`begin`;
    await giving`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${ben}, true)`;
    await giving`set local role authenticated`;
    const late = giving`select give_role(${ben}, 'admin')`.catch((error) => error);
    await expect
      .poll(() => sql`select from pg_locks where locktype = 'advisory' and not granted`)
      .toHaveLength(1);
    await revoking`commit`;
    expect(await late).toMatchObject({ code: "42501" });
    await giving`rollback`;
  } finally {
    revoking.release();
    giving.release();
  }
  expect(await administrators()).toEqual([ada]);
});
