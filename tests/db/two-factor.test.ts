import { expect, test } from "vitest";
import { connect } from "./apis.ts";
import { type Matrix, measure } from "./matrix.ts";

const sql = connect();

type Factor = { status: "verified" | "unverified"; type?: "totp" | "phone" };

/** Gives every administrator a second factor. */
const addFactors = (
  tx: typeof sql | Parameters<NonNullable<Parameters<typeof measure>[1]>>[0],
  factor: Factor,
) =>
  tx`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), user_id, 'of the tests', ${factor.type ?? "totp"}, ${factor.status}, now(), now()
    from public.user_roles where role = 'admin'`;

test("administrators with a second factor may do nothing as such until its code is given", async () => {
  const withFactor = await measure(sql, (tx) => addFactors(tx, { status: "verified" }));
  const asAnyUser = Object.entries(await measure(sql)).map(([table, operations]) => [
    table,
    Object.fromEntries(
      Object.entries(operations).map(([operation, roles]) => [
        operation,
        roles.filter((role) => role !== "admin" || roles.includes("other")),
      ]),
    ),
  ]);
  expect(withFactor).toEqual(Object.fromEntries(asAnyUser) as Matrix);
});

test.each<[outcome: boolean, aal: string | undefined, factor: Factor | null, role: "admin" | "user"]>([
  [true, "aal1", null, "admin"],
  [true, undefined, null, "admin"],
  [true, "aal1", { status: "unverified" }, "admin"],
  [false, "aal1", { status: "verified" }, "admin"],
  [false, "aal1", { status: "verified", type: "phone" }, "admin"],
  [false, undefined, { status: "verified" }, "admin"],
  [true, "aal2", { status: "verified" }, "admin"],
  [false, "aal2", { status: "verified" }, "user"],
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
      expect(await tx`select is_admin() as answer`).toEqual([{ answer: outcome }]);
      throw undone;
    });
    await expect(run).rejects.toBe(undone);
  },
);
