import { beforeEach, expect, test } from "vitest";
import { clientOf, describeOnEachApi, signUp } from "./apis.ts";

describeOnEachApi("what commands do about accounts", (api, sql) => {
  const service = clientOf(api, "secretKey");
  let account: Awaited<ReturnType<typeof signUp>>;
  const list = async (part: string) =>
    (await service.rpc("list_accounts", { p_part: part }).throwOnError()).data;
  const setLock = (isLocked: boolean) =>
    service.rpc("set_account_lock", { p_account: account.id, p_is_locked: isLocked }).throwOnError();
  const countOf = async (table: string) => {
    const column = table === "auth.users" ? "id" : "user_id";
    const [row] = await sql`
      select count(*)::int as count from ${sql(table)} where ${sql(column)} = ${account.id}`;
    return row?.count;
  };

  beforeEach(async () => {
    account = await signUp(api);
  });

  test("accounts are found by a part of their address, the whole address first", async () => {
    const { email, id } = account;
    await sql`insert into auth.users (id, email) values (gen_random_uuid(), ${`a${email}`})`;
    await sql`insert into user_roles values (${id}, 'admin')`;
    const found = await list(` ${email.toUpperCase()} `);
    expect(found.map((row) => [row.total, row.email, row.role])).toEqual([
      [2, email, "admin"],
      [2, `a${email}`, "user"],
    ]);
    const [dates] = await sql`
      select extract(epoch from created_at)::float8 as created_at from auth.users where id = ${id}`;
    expect(found[0]).toMatchObject({ id, is_locked: false, ...dates });
    expect(found[1]).toMatchObject({ confirmation: "pending", last_sign_in_at: null });
    // The underscore is matched literally, not as a pattern.
    expect(await list(email.replace("@", "_"))).toEqual([]);
    await sql`delete from auth.users where email = ${`a${email}`}`;
  });

  test("an address counts as confirmed only where a mail asked for it", async () => {
    const { email, id } = account;
    const confirmation = async () => (await list(email))[0]?.confirmation;
    await sql`
      update auth.users set email_confirmed_at = created_at + interval '1 second', confirmation_sent_at = null
      where id = ${id}`;
    expect(await confirmation()).toBe("none");
    await sql`update auth.users set confirmation_sent_at = now() where id = ${id}`;
    expect(await confirmation()).toBe("confirmed");
    // As Supabase's auth service leaves it after a change of the password.
    await sql`
      update auth.users set email_confirmed_at = created_at + interval '1 minute', confirmation_sent_at = null
      where id = ${id}`;
    expect(await confirmation()).toBe("confirmed");
  });

  test("a lock ends the sessions of that account alone, and can be lifted", async () => {
    const other = await signUp(api);
    for (const { id } of [account, other])
      await sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${id})`;
    await setLock(true);
    expect((await list(account.email))[0]?.is_locked).toBe(true);
    expect((await list(other.email))[0]?.is_locked).toBe(false);
    expect(await countOf("auth.sessions")).toBe(0);
    const [kept] = await sql`select from auth.sessions where user_id = ${other.id}`;
    expect(kept).toBeDefined();
    await setLock(false);
    expect((await list(account.email))[0]?.is_locked).toBe(false);
  });

  test("an account is given another address, unless another account has it", async () => {
    const other = await signUp(api);
    const set = async (email: string) =>
      (await service.rpc("set_account_email", { p_account: account.id, p_email: email }).throwOnError()).data;
    expect(await set(other.email.toUpperCase())).toBe(false);
    expect(await list(account.email)).toHaveLength(1);
    const email = `new-${account.email}`;
    expect(await set(` ${email.toUpperCase()} `)).toBe(true);
    expect((await list(email)).map(({ id }) => id)).toEqual([account.id]);
    const credentials = { email, password: "a long enough password" };
    const { data, error } = await clientOf(api).auth.signInWithPassword(credentials);
    expect(error).toBeNull();
    expect(data.user?.identities?.map(({ identity_data }) => identity_data?.email)).toEqual([email]);
  });

  test("a deleted account leaves nothing behind", async () => {
    await sql`insert into user_roles values (${account.id}, 'admin')`;
    await sql`
      insert into notes (user_id, id, course_name, lecture_name, at_seconds) values (${account.id}, ${account.id}, 'c', 'l', 1)`;
    await service.rpc("delete_account", { p_account: account.id }).throwOnError();
    for (const table of ["auth.users", "auth.sessions", "profiles", "user_roles", "user_progress", "notes"])
      expect(await countOf(table), table).toBe(0);
  });

  test("visitors and users can do none of it", async () => {
    for (const client of [clientOf(api), account.client]) {
      const answers = await Promise.all([
        client.rpc("list_accounts", { p_part: "" }),
        client.rpc("set_account_lock", { p_account: account.id, p_is_locked: true }),
        client.rpc("set_account_email", { p_account: account.id, p_email: "eve@example.com" }),
        client.rpc("delete_account", { p_account: account.id }),
      ]);
      for (const { error } of answers) expect(error).not.toBeNull();
    }
    expect(await countOf("auth.users")).toBe(1);
  });
});
