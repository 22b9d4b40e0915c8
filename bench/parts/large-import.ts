import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { Administrator } from "../../tests/faults/administrator.ts";
import { eventually, Installation } from "../../tests/faults/installation.ts";
import { freePort } from "../../tests/free-port.ts";
import { prepareLargeImport } from "../large-file.ts";
import { copyCsv } from "../lecture-files.ts";
import type { Context, Part, Row } from "../part.ts";

const MIB = 2 ** 20;

/** The largest upload there may be, as an administrator sends it: how long it takes, and how large the app grows. */
export const part: Part = {
  name: "large-import",
  title: "A large upload through the whole product, beside COPY of the same file (\\copy of psql)",
  run,
};

async function run(context: Context): Promise<Row[]> {
  const { file, dataDir, backend, sql } = await prepareLargeImport(context);
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
  await fetch(installation.url);

  const app = installation.processId("app");
  const before = await peakMemory(app);
  context.log("importing");
  const start = performance.now();
  const id = await administrator.importFile("lectures.csv", await readFile(file, "utf8"));
  const job = await eventually("the import is completed", 600, async () => {
    const [row] = await sql`select status, error_message, total_rows from import_jobs where id = ${id}`;
    if (row?.status === "failed") throw new Error(row.error_message);
    return row?.status === "completed" && row;
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
  if (before === null || after === null) return [time];
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
  return [time, memory];
}

/** The most memory that a process ever had, in MiB; null where the system does not tell. */
async function peakMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kib = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return kib ? Math.round((Number(kib) * 1024) / MIB) : null;
}
