import { expect, test } from "vitest";
import type { AccountRole } from "../../lib/auth/roles.ts";
import { connect } from "./apis.ts";
import { type Matrix, measure } from "./matrix.ts";

const sql = connect();

type Factor = { status: "verified" | "unverified"; type?: "totp" | "phone" };

/** Gives every account with a console role a second factor. */
const addFactors = (
  tx: typeof sql | Parameters<NonNullable<Parameters<typeof measure>[1]>>[0],
  factor: Factor,
) =>
  tx`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), user_id, 'of the tests', ${factor.type ?? "totp"}, ${factor.status}, now(), now()
    from public.user_roles where role <> 'user'`;

test("accounts with a role and a second factor may do nothing as such until its code is given", async () => {
  const withFactor = await measure(sql, (tx) => addFactors(tx, { status: "verified" }));
  const asAnyUser = Object.entries(await measure(sql)).map(([table, operations]) => [
    table,
    Object.fromEntries(
      Object.entries(operations).map(([operation, roles]) => [
        operation,
        roles.filter((role) => !["admin", "editor", "viewer"].includes(role) || roles.includes("other")),
      ]),
    ),
  ]);
  expect(withFactor).toEqual(Object.fromEntries(asAnyUser) as Matrix);
});

test.each<[outcome: string, aal: string | undefined, factor: Factor | null, role: AccountRole]>([
  ["admin", "aal1", null, "admin"],
  ["admin", undefined, null, "admin"],
  ["admin", "aal1", { status: "unverified" }, "admin"],
  ["user", "aal1", { status: "verified" }, "admin"],
  ["user", "aal1", { status: "verified", type: "phone" }, "admin"],
  ["user", undefined, { status: "verified" }, "admin"],
  ["admin", "aal2", { status: "verified" }, "admin"],
  ["editor", "aal1", null, "editor"],
  ["user", "aal1", { status: "verified" }, "editor"],
  ["editor", "aal2", { status: "verified" }, "editor"],
  ["user", "aal1", { status: "verified" }, "viewer"],
  ["user", "aal2", { status: "verified" }, "user"],
])(
  "the database answers %s to a token of %s, with the factor %o, whose role is %s",
  async (outcome, aal, factor, role) => {
    const undone = new Error("undone");
    const run = sql.begin(async (tx) => {
      const [account] = await tx`insert into auth.users (id) values (gen_random_uuid()) returning id`;
      await tx`insert into user_roles values (${account?.id}, 'admin')`;
      if (factor) await addFactors(tx, factor);
      await tx`update user_roles set role = ${role} where user_id = ${account?.id}`;
      const [session] = await tx`
        insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), ${account?.id}, now()) returning id`;
      const claims = JSON.stringify({ sub: account?.id, session_id: session?.id, aal });
      await tx`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${account?.id}, true)`;
      await tx`set local role authenticated`;
      expect(await tx`select own_role() as answer`).toEqual([{ answer: outcome }]);
      throw undone;
    });
    await expect(run).rejects.toBe(undone);
  },
);
