import { expect } from "vitest";
import type { Administrator } from "./administrator.ts";
import { eventually, type Installation } from "./installation.ts";
import type { LecturesFile } from "./lectures-file.ts";

/** One import job. */
export class JobUnderTest {
  readonly id: string;
  readonly #administrator: Administrator;

  constructor(id: string, administrator: Administrator) {
    this.id = id;
    this.#administrator = administrator;
  }

  /** The row of the job; `installation` must be running. */
  async job(installation: Installation) {
    const client = await installation.client();
    const { data } = await client.from("import_jobs").select("*").eq("id", this.id).single().throwOnError();
    return data;
  }

  /** Waits until a worker other than `before` holds the job, or the job has ended; returns the worker. */
  async takenUp(installation: Installation, before: string | null): Promise<string | null> {
    const job = await eventually("a worker takes the job up", 120, async () => {
      const found = await this.job(installation);
      const isTaken = found.lease_owner && found.lease_owner !== before;
      return (isTaken || ["completed", "failed"].includes(found.status)) && found;
    });
    return job.lease_owner;
  }

  /** Resumes the job where it failed, as the Retry button does. */
  async retryIfFailed(installation: Installation): Promise<void> {
    const { status, error_message } = await this.job(installation);
    if (status !== "failed") return;
    expect(error_message).toBeTruthy();
    await this.#administrator.process(this.id);
  }

  /** Waits until the job has reached a position. */
  async reached(installation: Installation, position: number): Promise<void> {
    await eventually(`the job has come to ${position}`, 300, async () => {
      await this.retryIfFailed(installation);
      return (await this.job(installation)).processed_rows >= position;
    });
  }

  /** Waits until the job is completed; returns its row. */
  async completed(installation: Installation) {
    return eventually("the job is completed", 300, async () => {
      await this.retryIfFailed(installation);
      const found = await this.job(installation);
      return found.status === "completed" && found;
    });
  }
}

/** One import, checked in its job and in the catalogue. */
export class ImportUnderTest extends JobUnderTest {
  readonly #file: LecturesFile;

  private constructor(id: string, administrator: Administrator, file: LecturesFile) {
    super(id, administrator);
    this.#file = file;
  }

  static async start(administrator: Administrator, file: LecturesFile): Promise<ImportUnderTest> {
    return new ImportUnderTest(await administrator.importFile("faults.csv", file.csv), administrator, file);
  }

  /** Waits for the end, and expects each row to be counted correctly and to be in the catalogue exactly once. */
  async expectWhole(installation: Installation): Promise<void> {
    const job = await this.completed(installation);
    const { rows, counts, views } = this.#file;
    expect(job).toMatchObject({
      total_rows: rows,
      processed_rows: rows,
      inserted_rows: counts.inserted,
      updated_rows: counts.updated,
      unchanged_rows: counts.unchanged,
      rejected_rows: counts.rejected,
    });
    const lectures = await listLectures(installation);
    expect(lectures).toHaveLength(views.size);
    expect(lectures.sort()).toEqual([...views].sort());
  }
}

/** The name and views of every lecture in the catalogue. */
async function listLectures(installation: Installation): Promise<[name: string, views: number][]> {
  const client = await installation.client();
  const found: [string, number][] = [];
  for (let last = 0; ; ) {
    const { data } = await client
      .from("lectures")
      .select("*")
      .gt("id", last)
      .order("id")
      .limit(1000)
      .throwOnError();
    for (const lecture of data) found.push([lecture["lecture name"], Number(lecture.Views)]);
    if (data.length < 1000) return found;
    last = data.at(-1)?.id ?? 0;
  }
}
