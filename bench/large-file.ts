import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { copyEmptyInstallation } from "../tests/prepared-installations.ts";
import { connect } from "./catalogue.ts";
import { writeCsv } from "./lecture-files.ts";
import { generateLectures } from "./lectures.ts";
import type { Context } from "./part.ts";
import { readVocabulary } from "./vocabulary.ts";

/**
 * Writes a file of the largest size that may be uploaded (a small one in a shortened run), and starts a backend for
 * it. The file and the data directory are removed after the part.
 * @param installation the data directory of an existing installation; without it, an empty one is used
 */
export async function prepareLargeImport(context: Context, installation?: string) {
  const directory = await mkdtemp(join(tmpdir(), "lectern-bench-"));
  context.defer(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, "lectures.csv");
  const options = { lectures: 400_000, courses: 10_000, seed: 7 };
  const lectures = generateLectures(await readVocabulary(), options);
  await writeCsv(file, lectures, context.isShort ? 1_000_000 : 100_000_000);
  const dataDir = installation ?? (await copyEmptyInstallation());
  context.defer(() => rm(dataDir, { recursive: true, force: true }));
  const backend = await startEmbeddedSupabase({ dataDir });
  context.defer(() => backend.stop());
  const sql = connect(backend.databaseUrl);
  context.defer(() => sql.end());
  return { file, dataDir, backend, sql };
}
