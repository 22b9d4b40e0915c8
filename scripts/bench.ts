import { mkdir, readdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Context, type Part, type Row, shareProduct } from "../bench/part.ts";
import { describeMachine, publish, type Results } from "../bench/publish.ts";
import { formatTable } from "../bench/table.ts";
import { runCommand, UsageError } from "./run-command.ts";

const USAGE = `Usage: npm run bench [-- PARTS] [--short] [--output FILE | --publish] [--lectures ROWS] [--progress ROWS]

Measures every part, or those named, and prints tables; a part is a file in bench/parts. Writes bench-results/latest.json, or
FILE. --short uses small sizes; --publish also puts the tables into docs/benchmark.md. With --lectures and --progress, the
part growth measures how times and sizes grow up to these numbers, for docs/scale.md: 10000000 of each take most of an hour,
and 40 GB of disk.`;

const root = new URL("../", import.meta.url);
const partsDirectory = new URL("bench/parts/", root);
const resultsDirectory = fileURLToPath(new URL("bench-results/", root));

const OPTIONS = {
  short: { type: "boolean", default: false },
  publish: { type: "boolean", default: false },
  output: { type: "string" },
  lectures: { type: "string" },
  progress: { type: "string" },
} as const;

const shared = shareProduct((line) => console.error(line));

async function loadParts(names: string[]): Promise<Part[]> {
  const files = (await readdir(partsDirectory)).filter((file) => file.endsWith(".ts")).sort();
  const known = files.map((file) => file.replace(/\.ts$/, ""));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`No part ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  const chosen = names.length > 0 ? names : known;
  return Promise.all(
    chosen.map(async (name) => {
      const module = await import(new URL(`${name}.ts`, partsDirectory).href);
      return (module.part ?? module) as Part;
    }),
  );
}

async function measure(part: Part, isShort: boolean, sizes: Context["sizes"]): Promise<Row[]> {
  const cleanUps: (() => Promise<unknown>)[] = [];
  const context: Context = {
    isShort,
    ...(sizes && { sizes }),
    product: shared.product,
    log: (line) => console.error(`${part.name}: ${line}`),
    defer: (cleanUp) => cleanUps.push(cleanUp),
  };
  try {
    return await part.run(context);
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

function parseSize(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`"${text}" is not a number of rows.`);
  return Number(text);
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  const sizes = {
    ...(values.lectures && { lectures: parseSize(values.lectures) }),
    ...(values.progress && { progress: parseSize(values.progress) }),
  };
  if (values.publish && Object.keys(sizes).length > 0)
    throw new UsageError(
      "docs/benchmark.md holds runs of the usual sizes: leave --lectures and --progress, or --publish.",
    );
  const machine = {
    processor: cpus()[0]?.model.trim() ?? "unknown processor",
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
  };
  const chosen = await loadParts(positionals);
  console.log(describeMachine(machine));

  const parts: Results["parts"] = {};
  let hasFailed = false;
  for (const part of chosen) {
    try {
      const rows = await measure(part, values.short, sizes);
      parts[part.name] = { title: part.title, rows };
      console.log(`\n${part.title}\n${formatTable(rows)}`);
    } catch (error) {
      hasFailed = true;
      console.error(`\n${part.title}: failed\n`, error);
    }
  }
  await shared.stop();
  const output = values.output ?? `${resultsDirectory}latest.json`;
  if (!values.output) await mkdir(resultsDirectory, { recursive: true });
  const results = { date: new Date().toISOString(), isShort: values.short, machine, parts };
  await writeFile(output, `${JSON.stringify(results, null, 2)}\n`);
  if (values.publish && !hasFailed) await publish(results, root);
  return hasFailed ? 1 : 0;
}

await runCommand(main, USAGE);
