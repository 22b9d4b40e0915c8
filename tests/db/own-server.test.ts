import { expect, inject, test } from "vitest";
import { clientOf, connect, hosted, signUp } from "./apis.ts";
import { measure } from "./matrix.ts";
import { listRights } from "./rights.ts";

const sql = connect();
const plain = connect(inject("plainDatabaseUrl"));

test("the rights are the same with the default privileges of a hosted project and without", async () => {
  expect(await listRights(sql)).toEqual(await listRights(plain));
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
