import type { Random } from "../../bench/random.ts";
import type { Administrator } from "./administrator.ts";
import { eventually, type Installation } from "./installation.ts";
import { type LecturesFile, makeLecturesFile } from "./lectures-file.ts";
import type { LoadRecord } from "./load-record.ts";

type Begun = { id: string; course: string; file: LecturesFile };

/** After this many files the courses repeat, so that the catalogue does not grow without limit. */
const COURSES = 30;

/** Imports one file after the other. */
export class ImportRounds {
  /** The current import, once the app has acknowledged its start. */
  running: Begun | undefined;
  readonly #installation: Installation;
  readonly #administrator: Administrator;
  readonly #rows: number;
  readonly #random: Random;
  #count = 0;

  constructor(installation: Installation, administrator: Administrator, rows: number, random: Random) {
    this.#installation = installation;
    this.#administrator = administrator;
    this.#rows = rows;
    this.#random = random;
  }

  /** Imports one file and waits for the end of the import. */
  async next(record: LoadRecord): Promise<void> {
    const course = `Imported course ${++this.#count % COURSES}:`;
    const file = makeLecturesFile(course, this.#rows, this.#random);
    // A part of the product may be down.
    const id = await this.#administrator.importFile("round.csv", file.csv).catch(() => undefined);
    if (!id) return;
    this.running = { id, course, file };
    await this.waitFor(this.running).catch((error) => record.wrong.push(error.message));
    this.running = undefined;
  }

  /** Waits until an import is completed. */
  async waitFor({ id, file }: Begun, installation = this.#installation): Promise<void> {
    const job = await eventually("an import is completed", 120, async () => {
      const client = await installation.client();
      const { data } = await client.from("import_jobs").select("*").eq("id", id).single().throwOnError();
      return data.status === "completed" && data.processed_rows === file.rows && data;
    });
    if (job.rejected_rows !== file.counts.rejected) throw new Error("An import has rejected other rows.");
  }
}
