import type postgres from "postgres";
import { BackendError } from "../../supabase/embedded/index.ts";
import type { Backend } from "../serve.ts";

const BUCKET = "csv-imports";

/**
 * Copies the uploads that something still reads: a retry, the import of a checked file, the rows to mend.
 * @returns how many files were copied
 * @throws {BackendError} that names a file which the other storage does not accept
 */
export async function moveFiles(sql: postgres.Sql, from: Backend, to: Backend): Promise<number> {
  const jobs = await sql<{ path: string }[]>`
    select distinct file_path as path from public.import_jobs where file_path not like 'data/%'`;
  let count = 0;
  for (const { path } of jobs) {
    const address = `storage/v1/object/${BUCKET}/${path.split("/").map(encodeURIComponent).join("/")}`;
    const file = await fetch(`${from.url}/${address}`, { headers: headersOf(from) });
    // A missing file is skipped: most imports delete theirs when they complete.
    if (!file.ok || !file.body) continue;
    const sent = await fetch(`${to.url}/${address}`, {
      method: "POST",
      headers: { ...headersOf(to), "Content-Type": "text/csv", "x-upsert": "true" },
      body: file.body,
      duplex: "half",
    } as RequestInit);
    if (!sent.ok) throw new BackendError(`The upload ${path} could not be moved: ${await sent.text()}`);
    count++;
  }
  return count;
}

const headersOf = ({ secretKey }: Backend) => ({ apikey: secretKey, Authorization: `Bearer ${secretKey}` });
