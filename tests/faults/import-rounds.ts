import type { Random } from "../../bench/random.ts";
import type { Administrator } from "./administrator.ts";
import { eventually, type Installation } from "./installation.ts";
import { type LecturesFile, makeLecturesFile } from "./lectures-file.ts";
import type { Record } from "./record.ts";

type Begun = { id: string; course: string; file: LecturesFile };

/** Imports of one file after the other, each with courses of its own. */
export class ImportRounds {
  /** Those whose beginning was acknowledged. */
  readonly begun: Begun[] = [];
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

  /** Imports one file to its end. */
  async next(record: Record): Promise<void> {
    const course = `Round ${++this.#count} of imports`;
    const file = makeLecturesFile(course, this.#rows, this.#random);
    // A part may be down.
    const id = await this.#administrator.importFile("round.csv", file.csv).catch(() => undefined);
    if (!id) return;
    const begun = { id, course, file };
    this.begun.push(begun);
    await this.waitFor(begun).catch((error) => record.wrong.push(error.message));
  }

  /** Waits until an import is completed. */
  async waitFor({ id, file }: Begun, installation = this.#installation): Promise<void> {
    await eventually("an import is completed", 120, async () => {
      const client = await installation.client();
      const { data } = await client.from("import_jobs").select("*").eq("id", id).single().throwOnError();
      return data.status === "completed" && data.inserted_rows === file.counts.inserted;
    });
  }
}
