import type { Measured } from "./measure.ts";
import { ACCOUNTS, JOBS, type World } from "./world.ts";

/** Queries that take longer than this, in milliseconds, are marked as slow. */
export const SLOW_MS = 50;

/** The text of docs/queries.md. */
export function writePage(queries: readonly Measured[], world: World, machine: string): string {
  const format = (count: number) => count.toLocaleString("en");
  const slow = queries.filter(({ ms }) => ms > SLOW_MS);
  const rows = queries.map(({ site, what, asker, ms, plan }) => {
    const time = ms < 10 ? ms.toFixed(2) : ms.toFixed(0);
    return `| ${what} | ${asker} | ${ms > SLOW_MS ? `**${time}**` : time} | ${plan} | \`${site}\` |`;
  });
  return `# Every query of the app, its time and its plan

Made by \`npm run queries\`: ${format(world.lectures)} lectures in ${format(world.courses)} courses, ${format(ACCOUNTS)}
accounts, ${format(JOBS)} imports. Each is asked as who asks it, row-level security included; the time is the median
of seven in ms, with the answer's way over a local connection (${machine}). The plan names what is read and
how, inside functions and triggers too. ${slow.length === 0 ? "None takes" : `${slow.length} take`} longer than ${SLOW_MS} ms${slow.length === 0 ? "" : " (in bold)"}.

| what | who | ms | plan | where |
| --- | --- | --: | --- | --- |
${rows.join("\n")}
`;
}
