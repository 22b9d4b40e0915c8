import { beforeEach, expect, test } from "vitest";
import { clientOf, describeOnEachApi, signUp } from "./apis.ts";

describeOnEachApi("the administrator's role", (api, sql) => {
  const service = clientOf(api, "secretKey");
  let account: Awaited<ReturnType<typeof signUp>>;
  const give = async (email: string, role: string) =>
    (await service.rpc("set_user_role", { p_account: email, p_role: role }).throwOnError()).data;
  const rolesOf = async (id: string) =>
    (await sql`select role from user_roles where user_id = ${id}`).map(({ role }) => role);

  beforeEach(async () => {
    account = await signUp(api);
  });

  test("is given and taken by e-mail, and says whether anything changed", async () => {
    expect(await give(account.email, "user")).toBe("unchanged");
    expect(await give(account.email, "admin")).toBe("changed");
    expect(await give(account.email, "admin")).toBe("unchanged");
    expect(await rolesOf(account.id)).toEqual(["admin"]);
    expect(await give(account.email, "user")).toBe("changed");
    expect(await give(account.email, "user")).toBe("unchanged");
    expect(await rolesOf(account.id)).toEqual([]);
  });

  test("takes an e-mail in any letter case, and turns a user's row into an administrator's", async () => {
    await sql`insert into user_roles values (${account.id}, 'user')`;
    expect(await give(` ${account.email.toUpperCase()} `, "admin")).toBe("changed");
    expect(await rolesOf(account.id)).toEqual(["admin"]);
  });

  test("opens to the account what is for administrators, at once", async () => {
    const profiles = async () => (await account.client.from("profiles").select("user_id")).data ?? [];
    expect(await profiles()).toHaveLength(1);
    await give(account.email, "admin");
    expect((await profiles()).length).toBeGreaterThan(1);
    await give(account.email, "user");
    expect(await profiles()).toHaveLength(1);
  });

  test("is not granted to any other account", async () => {
    const before = await sql`select count(*)::int as count from user_roles`;
    for (const email of ["", "%", "nobody@example.com", account.email.slice(1)]) {
      expect(await give(email, "admin"), email).toBe("unknown");
    }
    expect(await sql`select count(*)::int as count from user_roles`).toEqual(before);
    expect(
      (await service.rpc("set_user_role", { p_account: account.email, p_role: "owner" })).error,
    ).not.toBeNull();
    expect(await rolesOf(account.id)).toEqual([]);
  });

  test("is granted to none of several accounts that share an e-mail", async () => {
    // Single sign-on makes such accounts.
    const [other] = await sql`
      insert into auth.users (id, email, is_sso_user) values (gen_random_uuid(), ${account.email}, true)
      returning id`;
    expect(await give(account.email, "admin")).toBe("ambiguous");
    expect(await rolesOf(account.id)).toEqual([]);
    await sql`delete from auth.users where id = ${other?.id}`;
  });

  test("cannot be granted by visitors or users", async () => {
    for (const client of [clientOf(api), account.client]) {
      const { error } = await client.rpc("set_user_role", { p_account: account.email, p_role: "admin" });
      expect(error).not.toBeNull();
    }
    expect(await rolesOf(account.id)).toEqual([]);
  });
});
