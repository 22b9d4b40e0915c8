import type { Sql } from "postgres";
import { idsByIlike } from "../../db/search-comparison.ts";
import { connect, openCatalogue } from "../catalogue.ts";
import { type Context, type Row, summarize } from "../part.ts";
import { chooseTerms } from "../search-terms.ts";

export const name = "search";
export const title = "Search beside the specification's ilike over five columns (time of the database)";

type Measured = { term: string; ilike: number; search: number; isSame: boolean };

export async function run(context: Context): Promise<Row[]> {
  const { sql, backend } = await openCatalogue(context, context.isShort ? 2_000 : 1_000_000);
  const titles =
    await sql`select "lecture name" as name from lectures where hashint8(id) % ${context.isShort ? 3 : 40} = 0 order by id`;
  const terms = chooseTerms(
    titles.map((row) => row.name),
    context.isShort ? 70 : 300,
  );
  const measured: Measured[] = [];
  for (const [index, term] of terms.entries()) {
    if (index % 25 === 0) context.log(`${index} of ${terms.length} texts`);
    measured.push(await measureTerm(sql, term, context.isShort ? 1 : 5));
  }
  const ratios = measured.map(({ ilike, search }) => ilike / search).sort((a, b) => a - b);
  const same = measured.filter(({ isSame }) => isSame).length;
  const slowest = measured.toSorted((a, b) => a.ilike / a.search - b.ilike / b.search)[0];
  const median = summarize(ratios).value;
  const worst = ratios[0] ?? Number.NaN;
  return [
    {
      name: "texts with the same ids in the same order",
      value: same,
      unit: "texts",
      compared: { name: "all", value: terms.length },
      goal: "all",
      isMet: same === terms.length,
    },
    {
      name: "median text",
      ...summarize(measured.map(({ search }) => search)),
      unit: "ms",
      compared: { name: "ilike", ...summarize(measured.map(({ ilike }) => ilike)) },
      ratio: median,
      goal: "at least 500 times sooner",
      isMet: median >= 500,
    },
    {
      name: `the text that gains least (${JSON.stringify(slowest?.term)})`,
      value: slowest?.search ?? Number.NaN,
      unit: "ms",
      compared: { name: "ilike", value: slowest?.ilike ?? Number.NaN },
      ratio: worst,
      goal: "at least 150 times sooner",
      isMet: worst >= 150,
    },
    ...(await measureThroughput(backend.databaseUrl, terms, context.isShort ? 300 : 5_000)),
  ];
}

async function measureTerm(sql: Sql, term: string, rounds: number): Promise<Measured> {
  const byIlike = await timed(() => idsByIlike(sql, term));
  const [found] = await sql`select private.search_ids(${term}) as ids`;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++)
    times.push((await timed(() => sql`select * from search_lectures(${term})`)).time);
  return {
    term,
    ilike: byIlike.time,
    search: summarize(times).value,
    isSame: found?.ids.join() === byIlike.value.join(),
  };
}

/** Searches a second with 1 and with 8 connections, every text in turn. */
async function measureThroughput(databaseUrl: string, terms: string[], milliseconds: number): Promise<Row[]> {
  const rates: number[] = [];
  for (const clients of [1, 8]) {
    const sql = connect(databaseUrl, clients);
    const end = performance.now() + milliseconds;
    let searches = 0;
    const client = async (start: number) => {
      for (let index = start; performance.now() < end; index++, searches++)
        await sql`select * from search_lectures(${terms[index % terms.length] as string})`;
    };
    await Promise.all(Array.from({ length: clients }, (_, index) => client(index * 37)));
    rates.push(searches / (milliseconds / 1000));
    await sql.end();
  }
  const [one = Number.NaN, eight = Number.NaN] = rates;
  return [
    {
      name: "8 clients",
      value: eight,
      unit: "searches/s",
      compared: { name: "1 client", value: one },
      ratio: eight / one,
    },
  ];
}

async function timed<Value>(work: () => PromiseLike<Value>): Promise<{ value: Value; time: number }> {
  const start = performance.now();
  const value = await work();
  return { value, time: performance.now() - start };
}
