import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import { type BatchOptions, importLectures } from "../../lib/lecture-import/import-lectures.ts";
import { createBatchChecker, createBatchWriter, type JobRow } from "../../lib/lecture-import/job-queue.ts";
import type { Database } from "../../lib/supabase/database.types.ts";
import { SEARCHED } from "../../tests/db/search-comparison.ts";
import { prepareLargeImport } from "../large-file.ts";
import { copyCsv } from "../lecture-files.ts";
import { type Context, type Row, summarize } from "../part.ts";

export const name = "import";
export const title = "Importing a CSV file beside COPY of the same file (\\copy of psql)";

/** SQL that creates a trigram index, which `ilike` could use, on each of these columns. */
const trigramIndexes = (table: string, columns: readonly string[]) =>
  columns
    .map((column) => `create index on bench.${table} using gin ("${column}" extensions.gin_trgm_ops);`)
    .join("\n");

export async function run(context: Context): Promise<Row[]> {
  const { file, backend, sql } = await prepareLargeImport(context);
  const client = createClient<Database>(backend.url, backend.secretKey, { auth: { persistSession: false } });

  const copy = (table: string, searched: readonly string[]) => async () => {
    await sql.unsafe(`drop schema if exists bench cascade; create schema bench;
      create table bench.${table} (like public.lectures including all);
      ${trigramIndexes(table, searched)}`);
    return timedRows(async () => {
      await copyCsv(sql, createReadStream(file), `bench.${table}`);
      return Number((await sql`select count(*) from ${sql(`bench.${table}`)}`)[0]?.count);
    });
  };
  const newJob = async (mode: "import" | "check") => {
    const worker = crypto.randomUUID();
    const [row] = await sql<JobRow[]>`
      insert into import_jobs (mode, file_path, status, lease_owner)
      values (${mode}, ${worker}, 'processing', ${worker}) returning *`;
    return { row: row!, worker };
  };
  const readFile = (options: BatchOptions) =>
    timedRows(async () => {
      const result = await importLectures(createReadStream(file), options);
      if (!result.ok || result.rejected > 0) throw new Error(JSON.stringify(result));
      return result.total;
    });
  const checkFile = async () => readFile(createBatchChecker(client, await newJob("check")));
  const importFile = async () => readFile(createBatchWriter(client, await newJob("import")));
  const ways = {
    checkNew: checkFile,
    importFile,
    importPlainly: () => withoutHistory(sql, importFile),
    checkAgain: checkFile,
    plain: copy("plain", []),
    two: copy("two", SEARCHED.lecture),
    five: copy("five", [...SEARCHED.course, ...SEARCHED.lecture]),
  };
  type Way = keyof typeof ways;
  const rates: Record<Way, number[]> = {
    checkNew: [],
    importFile: [],
    importPlainly: [],
    checkAgain: [],
    plain: [],
    two: [],
    five: [],
  };
  const time = async (round: number, way: Way, { isEmpty = false } = {}) => {
    if (isEmpty) await sql`truncate lectures, import_jobs cascade`;
    await settle(sql);
    const rate = await ways[way]();
    context.log(`round ${round + 1}, ${way}: ${Math.round(rate)} rows/s`);
    rates[way].push(rate);
  };
  await keepVacuumFromRunning(sql);
  // An even number of rounds, so that each of the two imports is first equally often; three are enough for COPY.
  for (let round = 0; round < (context.isShort ? 1 : 4); round++) {
    await time(round, "checkNew", { isEmpty: true });
    const imports = ["importFile", "importPlainly"] as const;
    for (const way of round % 2 === 0 ? imports : imports.toReversed()) {
      await time(round, way, { isEmpty: true });
    }
    await time(round, "checkAgain");
    if (round === 3) continue;
    for (const way of ["plain", "two", "five"] as const) await time(round, way);
  }
  const megabytes = Math.round((await stat(file)).size / 1e6);
  const here = summarize(rates.importFile);
  const beside = (label: string, values: number[], goal?: number): Row => {
    const other = summarize(values);
    const ratio = here.value / other.value;
    return {
      name: `${megabytes} MB by the API, resumable, everything derived`,
      ...here,
      unit: "rows/s",
      compared: { name: label, ...other },
      ratio,
      ...(goal && { goal: `at least ${goal}`, isMet: ratio >= goal }),
    };
  };
  const check = (name: string, values: number[]): Row => {
    const rows = summarize(values);
    return {
      name: `${megabytes} MB checked, ${name}`,
      ...rows,
      unit: "rows/s",
      compared: { name: "its import", ...here },
      ratio: rows.value / here.value,
      goal: "at least 50,000 rows/s",
      isMet: rows.value >= 50_000,
    };
  };
  const pairs = rates.importPlainly.map((plain, round) => plain / (rates.importFile[round] as number));
  const history: Row = {
    name: `${megabytes} MB by the API, without what an undo needs`,
    ...summarize(rates.importPlainly),
    unit: "rows/s",
    compared: { name: "with it", ...here },
    ratio: summarize(pairs).value,
    goal: "at most 1.2",
    isMet: summarize(pairs).value <= 1.2,
  };
  return [
    beside("COPY, own indexes and trigrams of the five searched columns", rates.five, 0.5),
    beside("COPY, own indexes and trigrams of lecture names and keywords", rates.two, 0.5),
    beside("COPY, own indexes alone, not searchable", rates.plain),
    check("every row new", rates.checkNew),
    check("every row unchanged", rates.checkAgain),
    history,
  ];
}

/** Turns autovacuum off: it runs once a minute, and would clean up after one way during the time of the next. */
async function keepVacuumFromRunning(sql: Sql): Promise<void> {
  await sql`alter system set autovacuum = off`;
  await sql`select pg_reload_conf()`;
}

/** Finishes the work that the previous way left behind: dead rows, statistics, and pages not yet written to disk. */
async function settle(sql: Sql): Promise<void> {
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

/** Does some work while imports do not record their changes for an undo. */
async function withoutHistory<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  const [row] = await sql`select pg_get_functiondef('public.write_import_batch'::regproc) as definition`;
  const { definition } = row as { definition: string };
  const plain = definition.replace(
    /(?<=noted as \(\s+)insert into [\s\S]*?returning 1/,
    "select 1 from written",
  );
  if (plain === definition) throw new Error("write_import_batch notes its changes in another way now");
  await sql.unsafe(plain);
  try {
    return await work();
  } finally {
    await sql.unsafe(definition);
  }
}

/** Rows per second of some work that resolves with its number of rows. */
async function timedRows(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const rows = await work();
  return rows / ((performance.now() - start) / 1000);
}
