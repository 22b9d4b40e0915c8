import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Row } from "./part.ts";
import { formatMarkdown } from "./table.ts";

const run = promisify(execFile);

export type Results = {
  date: string;
  machine: { processor: string; cores: number; memoryGB: number; system: string; node: string };
  parts: Record<string, { title: string; rows: Row[] }>;
};

const START = "<!-- What follows is written by `npm run bench -- --publish`. -->";
const END = "<!-- End of what it writes. -->";

/** The machine a run was made on, in words. */
export const describeMachine = ({ processor, cores, memoryGB, system, node }: Results["machine"]) =>
  `${processor}, ${cores} cores, ${memoryGB} GB, ${system}, Node ${node}`;

/** Puts the figures that have a goal (all of a part without any) into the README, and all of them into `docs/benchmark.md`. */
export async function publish(results: Results, root: URL): Promise<void> {
  const readme = new URL("README.md", root);
  await writeFile(readme, replaceBetween(await readFile(readme, "utf8"), START, END, writeSummary(results)));
  // The table has to pass the lint as it stands.
  await run("npx", ["biome", "format", "--write", fileURLToPath(readme)]);
  await writeFile(new URL("docs/benchmark.md", root), writeAll(results));
}

function writeSummary(results: Results): string {
  const rows = Object.entries(results.parts).flatMap(([part, { rows }]) => {
    const withGoal = rows.filter(({ goal }) => goal);
    return (withGoal.length > 0 ? withGoal : rows).map((row) => ({ ...row, name: `${part}: ${row.name}` }));
  });
  return `${writeOrigin(results)}\n\n${formatMarkdown(rows)}`;
}

function writeAll(results: Results): string {
  const tables = Object.entries(results.parts).map(
    ([name, { title, rows }]) => `## ${title}\n\n\`npm run bench -- ${name}\`\n\n${formatMarkdown(rows)}\n`,
  );
  return `# Benchmark\n\n${writeOrigin(results)}\n\n${tables.join("\n")}`;
}

const writeOrigin = ({ date, machine }: Results) =>
  `Written by \`npm run bench -- --publish\` on ${date.slice(0, 10)}: ${describeMachine(machine)}. Medians, with the
lowest and the highest round; each figure beside what it is compared with in the same run.`;

/** @throws when the text lacks one of the two marks */
export function replaceBetween(text: string, start: string, end: string, content: string): string {
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`The text lacks ${start} or ${end}`);
  return `${before}${start}\n\n${content}\n\n${end}${after}`;
}
