import type { Sql } from "postgres";
import { MATCHES_NAMED } from "../../lib/catalogue/search.ts";
import { idsByIlike } from "../../tests/db/search-comparison.ts";
import { connect, openCatalogue } from "../catalogue.ts";
import { type Context, type Row, summarize } from "../part.ts";
import { chooseTerms } from "../search-terms.ts";

export const name = "search";
export const title = "Search beside the specification's ilike over five columns (time of the database)";

/** Times in ms. `ids`: finding the ids, as `ilike` does; `page`: everything that the search page shows of them. */
type Measured = { term: string; ilike: number; ids: number; page: number; isSame: boolean };

const FIND = "select private.search_ids($1) as ids";
const READ_PAGE = `select * from search_catalogue($1, ${MATCHES_NAMED})`;

export async function run(context: Context): Promise<Row[]> {
  const { sql, backend } = await openCatalogue(context, context.isShort ? 1_200 : 1_000_000);
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
  const same = measured.filter(({ isSame }) => isSame).length;
  return [
    {
      name: "texts with the same ids in the same order",
      value: same,
      unit: "texts",
      compared: { name: "all", value: terms.length },
      goal: "all",
      isMet: same === terms.length,
    },
    ...compare("the ids", measured, (one) => one.ids, { median: 300, almostAll: 60 }),
    ...compare("all that the page shows", measured, (one) => one.page),
    ...(await measureThroughput(backend.databaseUrl, terms, context.isShort ? 200 : 5_000)),
  ];
}

function compare(
  name: string,
  measured: readonly Measured[],
  timeOf: (one: Measured) => number,
  goals?: { median: number; almostAll: number },
): Row[] {
  const gain = (one: Measured) => one.ilike / timeOf(one);
  const byGain = measured.toSorted((a, b) => gain(a) - gain(b));
  const median = summarize(measured.map(gain)).value;
  // At least 99 of 100 texts gain as much as this one, or more.
  const slow = byGain[Math.floor(byGain.length / 100)];
  const almostAll = slow ? gain(slow) : Number.NaN;
  return [
    {
      name: `${name}, median of all texts`,
      ...summarize(measured.map(timeOf)),
      unit: "ms",
      compared: { name: "ilike", ...summarize(measured.map(({ ilike }) => ilike)) },
      ratio: median,
      ...(goals && { goal: `at least ${goals.median} times sooner`, isMet: median >= goals.median }),
    },
    {
      name: `${name}, 99th percentile of what texts gain (${JSON.stringify(slow?.term)})`,
      value: slow ? timeOf(slow) : Number.NaN,
      unit: "ms",
      compared: { name: "ilike", value: slow?.ilike ?? Number.NaN },
      ratio: almostAll,
      ...(goals && {
        goal: `at least ${goals.almostAll} times sooner`,
        isMet: almostAll >= goals.almostAll,
      }),
    },
  ];
}

async function measureTerm(sql: Sql, term: string, rounds: number): Promise<Measured> {
  const byIlike = await timed(() => idsByIlike(sql, term));
  const [found] = await sql.unsafe(FIND, [term], { prepare: true });
  const medianOf = async (query: string) => {
    const times: number[] = [];
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      const { time } = await timed(() => sql.unsafe(query, [term], { prepare: true }));
      if (round > 0) times.push(time);
    }
    return summarize(times).value;
  };
  return {
    term,
    ilike: byIlike.time,
    ids: await medianOf(FIND),
    page: await medianOf(READ_PAGE),
    isSame: found?.ids.join() === byIlike.value.join(),
  };
}

/** Searches per second with 1 and with 8 connections, with every text in turn. */
async function measureThroughput(databaseUrl: string, terms: string[], milliseconds: number): Promise<Row[]> {
  const rates: number[] = [];
  for (const clients of [1, 8]) {
    const sql = connect(databaseUrl, clients);
    const end = performance.now() + milliseconds;
    let searches = 0;
    const client = async (start: number) => {
      for (let index = start; performance.now() < end; index++, searches++)
        await sql.unsafe(READ_PAGE, [terms[index % terms.length] as string], { prepare: true });
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
