import { expect, it } from "vitest";
import type { Random } from "../../../bench/random.ts";
import { countRows } from "../../../lib/csv/table.ts";
import { lectureTable } from "../../../lib/lecture-import/columns.ts";
import {
  batchSize,
  type ImportSummary,
  importLectures,
} from "../../../lib/lecture-import/import-lectures.ts";
import { isLongForm } from "../../long-form.ts";
import { cut, forSeeds } from "../csv/random.ts";
import { mutatedFile } from "./mutated-files.ts";
import { memoryCatalogue } from "./support.ts";

const FILES = isLongForm ? 10_000 : 200;

type Catalogue = ReturnType<typeof memoryCatalogue>;

/** Checks that batches follow each other without gaps from `startAt` on, and do not exceed the batch size. */
function checkBatches({ batches }: Catalogue, startAt: number): number {
  let position = startAt;
  for (const batch of batches) {
    if (batch.position !== position) throw new Error(`a batch at ${batch.position} instead of ${position}`);
    const size = batchSize(batch);
    if (size < 1 || size > 1000) throw new Error(`a batch of ${size} rows`);
    const length = JSON.stringify(batch).length;
    if (length > 5_000_000) throw new Error(`a batch of ${length} characters`);
    position += size;
  }
  return position;
}

/** Checks that every row counts in exactly one of the four numbers. */
function checkSum(result: ImportSummary, catalogue: Catalogue, startAt: number): void {
  const { inserted, updated, unchanged, rejected, total } = result;
  const sum = startAt + inserted + updated + unchanged + rejected;
  if (sum !== total) throw new Error(`${sum} of ${total} rows accounted for`);
  const end = checkBatches(catalogue, startAt);
  if (end !== total) throw new Error(`${end} of ${total} rows in batches`);
  const rejections = catalogue.batches.flatMap((batch) => batch.rejections);
  if (rejections.length !== rejected) throw new Error(`${rejected} rejected, ${rejections.length} kept`);
  if (new Set(rejections.map(({ rowNumber }) => rowNumber)).size !== rejected) {
    throw new Error("two rejections of one row");
  }
}

async function importFrom(file: Buffer, startAt: number, catalogue: Catalogue, random: Random) {
  const result = await importLectures(cut(file, random), { writeBatch: catalogue.writeBatch, startAt });
  if (result.ok) checkSum(result, catalogue, startAt);
  else checkBatches(catalogue, startAt);
  return result;
}

it(`accounts for every row of ${FILES} damaged files`, async () => {
  const seen = { files: 0, failures: 0, rows: 0, inserted: 0, updated: 0, unchanged: 0, rejected: 0 };
  await forSeeds(FILES, async (random) => {
    const file = mutatedFile(random);
    const catalogue = memoryCatalogue();
    const counted = await countRows(cut(file, random), lectureTable);
    const result = await importFrom(file, 0, catalogue, random);
    seen.files++;
    if (!result.ok) {
      seen.failures++;
      return expect(counted).toEqual(result);
    }
    for (const key of ["inserted", "updated", "unchanged", "rejected"] as const) seen[key] += result[key];
    seen.rows += result.total;
    if (!counted.ok || counted.rows !== result.total) throw new Error(`${JSON.stringify(counted)} counted`);

    // An import that is stopped anywhere and resumed results in the same lectures.
    const startAt = random.between(0, result.total);
    const resumed = memoryCatalogue();
    const rest = await importFrom(file, startAt, resumed, random);
    if (!rest.ok || rest.total !== result.total) throw new Error(`from ${startAt}: ${JSON.stringify(rest)}`);
    for (const [key, content] of resumed.lectures) {
      if (catalogue.lectures.get(key) !== content) throw new Error(`from ${startAt}: another ${key}`);
    }
  });
  // If the damage left hardly anything readable, these checks would prove nothing.
  expect(seen.failures).toBeGreaterThan(FILES * 0.02);
  expect(seen.failures).toBeLessThan(FILES * 0.5);
  for (const key of ["inserted", "updated", "unchanged", "rejected"] as const) {
    expect(seen[key], key).toBeGreaterThan(seen.rows * 0.02);
  }
});
