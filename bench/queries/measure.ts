import type { Sql, TransactionSql } from "postgres";
import { summarize } from "../part.ts";
import { planOf, summarizePlans } from "./plan.ts";
import type { AppQuery } from "./query.ts";
import type { World } from "./world.ts";

export type Measured = AppQuery & { ms: number; plan: string };

const ROLES = {
  visitor: "anon",
  learner: "authenticated",
  admin: "authenticated",
  installation: "service_role",
};
const ROUNDS = 7;

/** Times a query in the role of its asker, and collects its plan and those of the statements in its functions. */
export async function measureQuery(
  tx: TransactionSql,
  query: AppQuery,
  world: World,
  notices: string[],
): Promise<Measured> {
  const times: number[] = [];
  // The first round is not counted: it fills the caches.
  for (let round = 0; round <= ROUNDS; round++) times.push(await ask(tx, query, world, false));
  notices.length = 0;
  await ask(tx, query, world, true);
  const plans = notices.flatMap((notice) => planOf(notice) ?? []);
  return { ...query, ms: summarize(times.slice(1)).value, plan: summarizePlans(plans) };
}

/** Runs a query and rolls it back. Resolves with its milliseconds. */
async function ask(tx: TransactionSql, query: AppQuery, world: World, explains: boolean): Promise<number> {
  const undone = new Error("undone");
  let ms = 0;
  try {
    await tx.savepoint(async (point) => {
      const account =
        query.asker === "learner" ? world.learner : query.asker === "admin" ? world.admin : null;
      const claims = JSON.stringify(account ? { sub: account, session_id: account } : {});
      await point`
        select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${account ?? ""}, true)`;
      await point.unsafe(`set local auto_explain.log_min_duration = ${explains ? 0 : -1}`);
      await point.unsafe(`set local role ${ROLES[query.asker]}`);
      const start = performance.now();
      await point.unsafe(query.sql, query.values as never[]);
      ms = performance.now() - start;
      throw undone;
    });
  } catch (error) {
    if (error !== undone)
      throw new Error(`${query.site}, ${query.what}: ${(error as Error).message}`, { cause: error });
  }
  return ms;
}

/** Makes PostgreSQL send the plans of this connection's statements, also inside functions, as notices. */
export async function explainEverything(tx: Sql | TransactionSql): Promise<void> {
  await tx.unsafe("load 'auto_explain'");
  const settings = {
    log_min_duration: "-1",
    log_nested_statements: "on",
    log_format: "json",
    log_level: "notice",
  };
  for (const [name, value] of Object.entries(settings)) {
    await tx.unsafe(`set local auto_explain.${name} = '${value}'`);
  }
}
