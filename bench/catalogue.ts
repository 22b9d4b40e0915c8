import { createHash } from "node:crypto";
import { access, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { startEmbeddedSupabase } from "../supabase/embedded/index.ts";
import { copyEmptyInstallation } from "../tests/prepared-installations.ts";
import { withoutIndexes } from "./bare-table.ts";
import { copyLectures } from "./lecture-files.ts";
import { generateLectures } from "./lectures.ts";
import type { BareContext } from "./part.ts";
import { createVocabulary, readPresets } from "./vocabulary.ts";

const results = new URL("../bench-results/", import.meta.url);
const migrations = new URL("../supabase/migrations/", import.meta.url);

/** The average number of lectures in a course: a million lectures are in 25,000 courses. */
const LECTURES_PER_COURSE = 40;
/** How many courses, and how many lectures, one statement derives data for. */
const [COURSE_SLICE, SEARCH_SLICE] = [1_000, 50_000];
/** Settings of connections that fill tables: it does not matter if a crash loses their work. */
const FILLING = { synchronous_commit: "off", maintenance_work_mem: "1GB", work_mem: "256MB" };

/**
 * The data directory of an installation with the given number of generated lectures and, by default, also the 27,353
 * real ones. It is created once in `bench-results`, and again after a change of the migrations or the generator.
 * A shortened run uses a small catalogue without the real lectures, and removes it after the part.
 * @param options `nth` selects one of several equal catalogues
 */
export async function prepareCatalogue(
  context: BareContext,
  lectures: number,
  { withPresets = true, nth = 1 } = {},
) {
  if (context.isShort) {
    const dataDir = await copyEmptyInstallation();
    context.defer(() => rm(dataDir, { recursive: true, force: true }));
    await fillCatalogue(context, dataDir, lectures, false);
    return dataDir;
  }
  const directory = new URL(`catalogue-${lectures}-${nth}-${await fingerprint()}/`, results);
  const dataDir = fileURLToPath(new URL("data", directory));
  const mark = new URL("loaded", directory);
  const isLoaded = await access(mark).then(
    () => true,
    () => false,
  );
  if (isLoaded) return dataDir;
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await fillCatalogue(context, dataDir, lectures, withPresets);
  await writeFile(mark, "");
  return dataDir;
}

async function fillCatalogue(
  { log }: BareContext,
  dataDir: string,
  lectures: number,
  withPresets: boolean,
): Promise<void> {
  log(`making a catalogue of ${lectures.toLocaleString("en")} lectures`);
  const backend = await startEmbeddedSupabase({ dataDir });
  try {
    const sql = connect(backend.databaseUrl, 2, FILLING);
    await loadCatalogue(sql, lectures, withPresets, log);
    await sql.end();
  } finally {
    await backend.stop();
  }
}

/** Starts the backend of the installation that `prepareCatalogue` returns, and connects to its database. */
export async function openCatalogue(
  context: BareContext,
  lectures: number,
  options?: { withPresets?: boolean; nth?: number },
) {
  const dataDir = await prepareCatalogue(context, lectures, options);
  const backend = await startEmbeddedSupabase({ dataDir });
  context.defer(() => backend.stop());
  const sql = connect(backend.databaseUrl);
  context.defer(() => sql.end());
  return { backend, sql };
}

export type Catalogue = Awaited<ReturnType<typeof openCatalogue>>;

/** Opens a pool of up to `max` connections to a catalogue's database, with these connection settings. */
export function connect(databaseUrl: string, max = 2, connection: Record<string, string> = {}): postgres.Sql {
  return postgres(databaseUrl, { max, connection, onnotice: () => {} });
}

/** Loads with the triggers off and derives everything afterwards: the same result, many times faster. */
async function loadCatalogue(
  sql: postgres.Sql,
  lectures: number,
  withPresets: boolean,
  log: (line: string) => void,
): Promise<void> {
  const presets = await readPresets();
  const vocabulary = createVocabulary(presets.map((lecture) => lecture.lecture_name));
  const courses = Math.ceil(lectures / LECTURES_PER_COURSE);
  await sql`alter table lectures disable trigger user`;
  if (withPresets) await copyLectures(sql, presets);
  await copyLectures(sql, generateLectures(vocabulary, { lectures, courses }));
  await sql`alter table lectures enable trigger user`;
  await sql`analyze lectures`;
  log("deriving its courses");
  const rows = await sql`select "Course Name" as name from lectures group by "Course Name" order by min(id)`;
  const names = rows.map((row) => row.name);
  for (let first = 0; first < names.length; first += COURSE_SLICE)
    await sql`select private.refresh_course_summaries(${names.slice(first, first + COURSE_SLICE)})`;
  log("deriving its search");
  await withoutIndexes(sql, ["private.search_documents", "private.search_lectures"], "gin", () =>
    loadSearch(sql),
  );
  await sql`vacuum analyze`;
}

async function loadSearch(sql: postgres.Sql): Promise<void> {
  const [range] = await sql`select min(id)::integer as first, max(id)::integer as last from lectures`;
  for (let first = range!.first; first <= range!.last; first += SEARCH_SLICE) {
    await sql`
      select private.refresh_search(array(
        select id from lectures where id >= ${first} and id < ${first + SEARCH_SLICE}
      ))`;
  }
}

/** A hash of the files that determine the content of a catalogue. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const files = (await readdir(migrations)).sort().map((name) => new URL(name, migrations));
  for (const name of ["lectures.ts", "random.ts", "vocabulary.ts", "catalogue.ts", "bare-table.ts"])
    files.push(new URL(name, import.meta.url));
  for (const file of files) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 12);
}
