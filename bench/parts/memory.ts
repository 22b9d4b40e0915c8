import { readFile } from "node:fs/promises";
import { routes } from "../../lib/routes.ts";
import { Installation } from "../../tests/faults/installation.ts";
import { freePort } from "../../tests/free-port.ts";
import { listProcesses } from "../../tests/processes.ts";
import { prepareCatalogue } from "../catalogue.ts";
import type { Context, Part, Row } from "../part.ts";
import { createRandom } from "../random.ts";

/** How many pages are requested at the same time. */
const VISITORS = 8;

/** The memory of both processes at two moments, in MiB. */
type Memory = Record<"app" | "backend", [early: number, late: number]>;

export const part: Part = {
  name: "memory",
  title: "Memory at a million lectures beside ten thousand, and after many pages beside few (MiB)",
  run,
};

async function run(context: Context): Promise<Row[]> {
  const [small, large] = context.isShort ? [400, 1_200] : [10_000, 1_000_000];
  const [few, many] = context.isShort ? [20, 40] : [1_000, 6_000];
  const inSmall = await visit(
    await prepareCatalogue(context, small, { withPresets: false }),
    few,
    many,
    context,
  );
  const inLarge = await visit(await prepareCatalogue(context, large), few, many, context);
  const count = (pages: number) => `${pages.toLocaleString("en")} different pages`;
  const size = `${small.toLocaleString("en")} lectures`;
  return (["app", "backend"] as const).flatMap((process): Row[] => [
    {
      name: `${process}, after ${count(many)}`,
      value: inLarge[process][1],
      unit: "MiB",
      compared: { name: size, value: inSmall[process][1] },
      ratio: inLarge[process][1] / inSmall[process][1],
    },
    {
      name: `${process}, after ${count(many)}`,
      value: inLarge[process][1],
      unit: "MiB",
      compared: { name: `after ${count(few)}`, value: inLarge[process][0] },
      ratio: inLarge[process][1] / inLarge[process][0],
    },
  ]);
}

/** Starts the product on a catalogue and measures after `few` different pages, and after `many` in total. */
async function visit(dataDir: string, few: number, many: number, context: Context): Promise<Memory> {
  const installation = new Installation(dataDir, await freePort());
  await installation.start();
  try {
    const paths = await listPaths(installation, many);
    await readPages(installation, paths.slice(0, few));
    const early = await measure(installation);
    await readPages(installation, paths.slice(few));
    const late = await measure(installation);
    context.log(JSON.stringify({ early, late }));
    return { app: [early.app, late.app], backend: [early.backend, late.backend] };
  } finally {
    await installation.stop();
  }
}

/** Paths of different pages: lectures, courses, subjects and searches, mixed. */
async function listPaths(installation: Installation, count: number): Promise<string[]> {
  const client = await installation.client();
  const { data: courses } = await client
    .from("course_summaries")
    .select("course_id, course_name, subject")
    .order("course_name")
    .limit(1_000);
  if (!courses?.[0]) throw new Error("The catalogue has no courses.");
  const random = createRandom(5);
  const paths = new Set(["/", "/courses/All"]);
  for (let index = 0; paths.size < count; index++) {
    const { course_id: id, course_name: name, subject } = courses[index % courses.length]!;
    if (index < courses.length) paths.add(routes.course(id));
    if (subject) paths.add(routes.subject(subject));
    // The generator numbers lectures from 1 without gaps. A number that does not exist is a page too.
    paths.add(routes.lecture(id, String(1 + Math.floor(index / courses.length))));
    if (index % 4 === 0) paths.add(routes.search(`${name.slice(0, random.between(2, 20)).trim()} ${index}`));
  }
  return [...paths].slice(0, count);
}

async function readPages({ url }: Installation, paths: readonly string[]): Promise<void> {
  const open = [...paths];
  const visitor = async () => {
    for (let path = open.pop(); path; path = open.pop()) {
      const answer = await fetch(`${url}${path}`);
      await answer.arrayBuffer();
      if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
}

async function measure(installation: Installation): Promise<Record<"app" | "backend", number>> {
  const [app, backend] = [installation.processId("app"), installation.processId("backend")];
  return { app: await memoryOf(app), backend: await memoryOf(backend) };
}

/** The memory of a process and all its descendants, in MiB; memory that they share counts once. */
async function memoryOf(pid: number): Promise<number> {
  const processes = listProcesses();
  const family = [pid];
  for (const member of family) {
    family.push(...processes.filter(({ parent }) => parent === member).map((child) => child.pid));
  }
  const sizes = await Promise.all(family.map(proportionalSize));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024);
}

/** A process's proportional set size in KiB: its own memory and its part of shared memory. Works only on Linux. */
async function proportionalSize(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const size = /^Pss:\s+(\d+) kB/m.exec(rollup)?.[1];
  if (!size) throw new Error("This system does not tell what a process holds; Linux does.");
  return Number(size);
}
