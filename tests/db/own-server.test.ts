import { expect, inject, test } from "vitest";
import { clientOf, connect, hosted, signUp } from "./apis.ts";
import { measure } from "./matrix.ts";
import { signToken } from "./postgrest.ts";
import { listRights, listRightsOnNew } from "./rights.ts";

const sql = connect();
const plain = connect(inject("plainDatabaseUrl"));

test("the rights are the same with the default privileges of a hosted project and without", async () => {
  expect(await listRights(sql)).toEqual(await listRights(plain));
  expect(await listRightsOnNew(plain)).toEqual([]);
  expect(await measure(sql)).toEqual(await measure(plain));
});

test("requests run within the limits of a hosted project", async () => {
  const account = await signUp(hosted);
  const limitsOf = async (client: ReturnType<typeof clientOf>) => {
    const probe = client.schema("probe" as "public") as unknown as {
      rpc(name: "setting", args: { name: string }): PromiseLike<{ data: string; error: unknown }>;
    };
    const names = ["role", "statement_timeout", "lock_timeout", "search_path"];
    const answers = await Promise.all(names.map((name) => probe.rpc("setting", { name })));
    return answers.map(({ data, error }) => data ?? error);
  };
  const path = '"probe", "public", "extensions"';
  expect(await limitsOf(clientOf(hosted))).toEqual(["anon", "3s", "8s", path]);
  expect(await limitsOf(account.client)).toEqual(["authenticated", "8s", "8s", path]);
  expect(await limitsOf(clientOf(hosted, "secretKey"))).toEqual(["service_role", "8s", "8s", path]);
  expect((await clientOf(hosted).from("lectures").select("id").throwOnError()).data).toHaveLength(1000);
});

test("a token opens what is for administrators by its assurance level, where the account has a second factor", async () => {
  const { id, token: signedUp } = await signUp(hosted);
  await sql`insert into user_roles values (${id}, 'admin')`;
  const { session_id } = JSON.parse(Buffer.from(signedUp.split(".")[1] ?? "", "base64url").toString());
  const isOpenTo = async (aal: string) => {
    const claims = { sub: id, role: "authenticated", session_id, aal };
    const token = signToken(claims, inject("jwtSecret"));
    const client = clientOf(hosted, "publishableKey", token);
    const { data: role } = await client.rpc("own_role").throwOnError();
    const { data: profiles } = await client.from("profiles").select("id").throwOnError();
    return [role, profiles.length > 1];
  };
  expect(await isOpenTo("aal1")).toEqual(["admin", true]);
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${id}, 'totp', 'verified', now(), now())`;
  expect(await isOpenTo("aal1")).toEqual(["user", false]);
  expect(await isOpenTo("aal2")).toEqual(["admin", true]);
});
