import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import postgres from "postgres";
import { openCatalogue } from "../bench/catalogue.ts";
import type { BareContext } from "../bench/part.ts";
import { listAppQueries } from "../bench/queries/app-queries.ts";
import { compareWithCode } from "../bench/queries/find-calls.ts";
import { explainEverything, type Measured, measureQuery } from "../bench/queries/measure.ts";
import { SLOW_MS, writePage } from "../bench/queries/page.ts";
import { createWorld, type World } from "../bench/queries/world.ts";
import { fail, runCommand } from "./run-command.ts";

const USAGE = `Usage: npm run queries [-- LECTURES]

Measures every query of the app at LECTURES lectures, a million if none are given, and writes docs/queries.md.`;

// `npm run queries` writes docs/queries.md: every query of the app with its plan and its time at a million lectures;
// `npm run queries -- 20000` uses 20,000 lectures instead. Leaves the catalogue unchanged.

const root = new URL("../", import.meta.url);
const MILLION = 1_000_000;

async function measureAll(context: BareContext, lectures: number): Promise<void> {
  const { backend } = await openCatalogue(context, lectures);
  const notices: string[] = [];
  const onnotice = ({ message }: postgres.Notice) => notices.push(message ?? "");
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice });
  context.defer(() => sql.end());
  const undone = new Error("undone");
  const measured: Measured[] = [];
  let world: World | undefined;
  await sql
    .begin(async (tx) => {
      context.log("adding accounts, progress, questions and imports");
      world = await createWorld(tx);
      await explainEverything(tx);
      const queries = listAppQueries(world);
      const problems = await compareWithCode(root, queries);
      if (problems.length > 0) throw new Error(problems.join("\n"));
      for (const query of queries) {
        const result = await measureQuery(tx, query, world, notices);
        context.log(`${result.ms > SLOW_MS ? "SLOW " : ""}${result.what}: ${result.ms.toFixed(2)} ms`);
        measured.push(result);
      }
      throw undone;
    })
    .catch((error) => {
      if (error !== undone) throw error;
    });
  // The rows that were rolled back still occupy space in the tables' files.
  await sql`vacuum`;
  if (!world) return;
  const machine = `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores`;
  await writeFile(new URL("docs/queries.md", root), writePage(measured, world, machine));
}

async function main([given = String(MILLION), ...more]: string[]): Promise<number> {
  if (!/^[1-9]\d*$/.test(given) || more.length > 0) return fail(USAGE);
  const cleanUps: (() => Promise<unknown>)[] = [];
  const context: BareContext = {
    isShort: false,
    log: console.error,
    defer: (cleanUp) => cleanUps.push(cleanUp),
  };
  try {
    await measureAll(context, Number(given));
    return 0;
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

await runCommand(main, USAGE);
