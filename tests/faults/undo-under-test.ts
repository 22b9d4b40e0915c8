import postgres from "postgres";
import { expect } from "vitest";
import type { Random } from "../../bench/random.ts";
import { findRunningDatabase } from "../../supabase/embedded/running.ts";
import type { Administrator } from "./administrator.ts";
import { ImportUnderTest, JobUnderTest } from "./import-under-test.ts";
import type { Installation } from "./installation.ts";
import { makeLecturesFile } from "./lectures-file.ts";

const COURSE = "Undone";

/** The undo of an import that changed lectures which accounts have progress and notes in. */
export class UndoUnderTest extends JobUnderTest {
  readonly #before: Stock;

  private constructor(id: string, administrator: Administrator, before: Stock) {
    super(id, administrator);
    this.#before = before;
  }

  /**
   * Imports lectures, adds progress and notes to some of them, and imports a file that changes them and adds others.
   * @returns a function that starts the undo of that import
   */
  static async prepare(
    administrator: Administrator,
    installation: Installation,
    { rows, random }: { rows: number; random: Random },
  ): Promise<() => Promise<UndoUnderTest>> {
    const importFile = async (count: number, change: (csv: string) => string) => {
      const file = makeLecturesFile(COURSE, count, random);
      const running = await ImportUnderTest.start(administrator, { ...file, csv: change(file.csv) });
      await running.completed(installation);
      return running;
    };
    await importFile(Math.floor(rows / 2), (csv) => csv);
    await beginLectures(installation);
    const before = await takeStock(installation);
    const { id } = await importFile(rows, (csv) => csv.replaceAll("crash, recovery", "crash, undo"));
    expect((await takeStock(installation)).lectures).not.toEqual(before.lectures);
    return async () => new UndoUnderTest(await administrator.undo(id), administrator, before);
  }

  /** Waits for the end, and expects everything to be as it was before the import. */
  async expectAsBefore(installation: Installation): Promise<void> {
    const { total_rows, processed_rows, rejected_rows } = await this.completed(installation);
    expect({ processed_rows, rejected_rows }).toEqual({ processed_rows: total_rows, rejected_rows: 0 });
    expect(await takeStock(installation)).toEqual(this.#before);
  }
}

async function query<T>(installation: Installation, ask: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres((await findRunningDatabase(installation.dataDir)) as string, { max: 1 });
  try {
    return await ask(sql);
  } finally {
    await sql.end();
  }
}

/** Adds progress and notes of each account to some of the lectures. */
const beginLectures = (installation: Installation) =>
  query(installation, async (sql) => {
    const some = sql`lectures l cross join auth.users u where l."Course Name" like ${`${COURSE}%`} and l.id % 7 = 0`;
    await sql`insert into user_progress (user_id, record_id, completed, last_watched_position)
      select u.id, l.id, l.id % 2 = 0, 15 from ${some}`;
    await sql`insert into notes (user_id, id, record_id, course_name, lecture_name, at_seconds, body)
      select u.id, gen_random_uuid(), l.id, l."Course Name", l."lecture name", 15, 'noted' from ${some}`;
  });

const TABLES = ["lectures", "course_summaries", "user_progress", "notes"] as const;

/** The number of rows of each table, and a checksum of their content. */
type Stock = Record<(typeof TABLES)[number], { rows: number; sum: string }>;

const takeStock = (installation: Installation) =>
  query(installation, async (sql) => {
    const stock = TABLES.map(async (table) => {
      const [found] = await sql`
        select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql(table)} t`;
      return [table, found];
    });
    return Object.fromEntries(await Promise.all(stock)) as Stock;
  });
