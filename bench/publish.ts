import { readFile, writeFile } from "node:fs/promises";
import type { Row } from "./part.ts";
import { formatMarkdown } from "./table.ts";

export type Results = {
  date: string;
  machine: { processor: string; cores: number; memoryGB: number; system: string; node: string };
  parts: Record<string, { title: string; rows: Row[] }>;
};

const HEADING = `# Benchmark

Written by \`npm run bench -- --publish\`: medians, with the lowest and the highest round, each beside what it is
compared with in the same run.
`;

/** The machine of a run, in words. */
export const describeMachine = ({ processor, cores, memoryGB, system, node }: Results["machine"]) =>
  `${processor}, ${cores} cores, ${memoryGB} GB, ${system}, Node ${node}`;

/** Writes the parts of a run into `docs/benchmark.md`; the sections of other parts stay as they are. */
export async function publish(results: Results, root: URL): Promise<void> {
  const file = new URL("docs/benchmark.md", root);
  await writeFile(file, mergeSections(await readFile(file, "utf8"), results));
}

/** Replaces or adds the sections of the measured parts in the page, and sorts all sections by part name. */
export function mergeSections(page: string, { date, machine, parts }: Results): string {
  const sections = new Map(
    page
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [/`npm run bench -- (\S+)`/.exec(section)?.[1] ?? "", section.trim()]),
  );
  for (const [name, { title, rows }] of Object.entries(parts)) {
    const origin = `\`npm run bench -- ${name}\`, ${date.slice(0, 10)}: ${describeMachine(machine)}`;
    sections.set(name, `## ${title}\n\n${origin}\n\n${formatMarkdown(rows)}`);
  }
  const sorted = [...sections].sort(([a], [b]) => a.localeCompare(b)).map(([, section]) => section);
  return `${[HEADING.trim(), ...sorted].join("\n\n")}\n`;
}
