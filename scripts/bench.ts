import { mkdir, readdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Context, type Part, type Row, shareProduct } from "../bench/part.ts";
import { describeMachine, publish, type Results } from "../bench/publish.ts";
import { formatTable } from "../bench/table.ts";

// `npm run bench` measures every part, `npm run bench -- search import` some parts, and `--short` uses small sizes.
// A part is a file in bench/parts. Prints tables and writes bench-results/latest.json; `--publish` also puts the
// tables into docs/benchmark.md. `npm run bench -- growth --lectures 10000000 --progress 10000000` measures how times
// and sizes grow up to these numbers, for docs/scale.md: it takes most of an hour, and 40 GB of disk.

const root = new URL("../", import.meta.url);
const partsDirectory = new URL("bench/parts/", root);
const resultsDirectory = fileURLToPath(new URL("bench-results/", root));

const shared = shareProduct((line) => console.error(line));

async function loadParts(names: string[]): Promise<Part[]> {
  const files = (await readdir(partsDirectory)).filter((file) => file.endsWith(".ts")).sort();
  const known = files.map((file) => file.replace(/\.ts$/, ""));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
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
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`"${text}" is not a number of rows.`);
  return Number(text);
}

const { values, positionals } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    publish: { type: "boolean", default: false },
    output: { type: "string" },
    lectures: { type: "string" },
    progress: { type: "string" },
  },
  allowPositionals: true,
});
const sizes = {
  ...(values.lectures && { lectures: parseSize(values.lectures) }),
  ...(values.progress && { progress: parseSize(values.progress) }),
};
if (values.publish && Object.keys(sizes).length > 0)
  throw new Error(
    "docs/benchmark.md holds runs of the usual sizes: leave --lectures and --progress, or --publish.",
  );
const machine = {
  processor: cpus()[0]?.model.trim() ?? "unknown processor",
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${process.arch}`,
  node: process.version,
};
console.log(describeMachine(machine));

const parts: Results["parts"] = {};
let hasFailed = false;
for (const part of await loadParts(positionals)) {
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
process.exitCode = hasFailed ? 1 : 0;
