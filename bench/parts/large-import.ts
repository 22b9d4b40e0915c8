import { createReadStream } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { Administrator } from "../../tests/faults/administrator.ts";
import { eventually, Installation } from "../../tests/faults/installation.ts";
import { percentile, timePagesMeanwhile } from "../../tests/faults/pages-meanwhile.ts";
import { freePort } from "../../tests/free-port.ts";
import { copyPresetInstallation } from "../../tests/prepared-installations.ts";
import { prepareLargeImport } from "../large-file.ts";
import { copyCsv } from "../lecture-files.ts";
import type { Context, Part, Row } from "../part.ts";

const MIB = 2 ** 20;

/**
 * The largest allowed upload, as an administrator sends it: how long it takes, how long visitors wait for pages
 * meanwhile, and how much memory the app needs.
 */
export const part: Part = {
  name: "large-import",
  title: "A large upload through the whole product, beside COPY of the same file (\\copy of psql)",
  run,
};

async function run(context: Context): Promise<Row[]> {
  const dataDir = await copyPresetInstallation();
  context.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { file, backend, sql } = await prepareLargeImport(context, dataDir);
  const supabase = {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    LECTERN_UPLOADS: "app",
  };
  const installation = new Installation(dataDir, await freePort(), supabase);
  context.defer(() => installation.stop());
  await installation.start();
  const administrator = await Administrator.signUp(installation);
  const pages = ["", "/course/classical-mechanics", "/search?q=vectors"].map(
    (path) => installation.url + path,
  );
  for (const page of pages) await (await fetch(page)).text();
  context.log("opening pages");
  const calm = await timePagesMeanwhile(pages, () => delay(context.isShort ? 500 : 20_000));

  const app = installation.processId("app");
  const before = await peakMemory(app);
  context.log("importing");
  const start = performance.now();
  const { result: job, times } = await timePagesMeanwhile(pages, async () => {
    const id = await administrator.importFile("lectures.csv", await readFile(file, "utf8"));
    return eventually("the import is completed", 600, async () => {
      const [row] = await sql`select status, error_message, total_rows from import_jobs where id = ${id}`;
      if (row?.status === "failed") throw new Error(row.error_message);
      return row?.status === "completed" && row;
    });
  });
  const seconds = (performance.now() - start) / 1000;
  const after = await peakMemory(app);

  context.log("copying");
  await sql.unsafe("create schema bench; create table bench.plain (like public.lectures including all)");
  const copyStart = performance.now();
  await copyCsv(sql, createReadStream(file), "bench.plain");
  const copySeconds = (performance.now() - copyStart) / 1000;

  const size = `${Math.round((await stat(file)).size / 1e6)} MB, ${job.total_rows.toLocaleString("en")} rows`;
  const time: Row = {
    name: `${size}: upload, count, import`,
    value: seconds,
    unit: "s",
    compared: { name: "COPY, lectures with its own indexes, nothing derived", value: copySeconds },
    ratio: seconds / copySeconds,
  };
  const pageMeanwhile: Row = {
    name: "a page meanwhile, the 99th hundredth",
    value: percentile(times, 0.99),
    unit: "ms",
    compared: { name: "before the import", value: percentile(calm.times, 0.99) },
    ratio: percentile(times, 0.99) / percentile(calm.times, 0.99),
    goal: "at most 250 ms",
    isMet: times[0]! > 0 && percentile(times, 0.99) <= 250,
  };
  if (before === null || after === null) return [time, pageMeanwhile];
  const grown = after - before;
  const memory: Row = {
    name: "the app's memory, at its peak",
    value: after,
    unit: "MiB",
    compared: { name: "before it", value: before },
    ratio: after / before,
    goal: "at most 256 MiB more",
    isMet: grown <= 256,
  };
  return [time, pageMeanwhile, memory];
}

/** The peak memory of a process, in MiB; null if the system does not report it. */
async function peakMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kib = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return kib ? Math.round((Number(kib) * 1024) / MIB) : null;
}
