import { describe, expect, it } from "vitest";
import { type Header, parseHeader } from "../../../lib/csv/header.ts";
import type { CsvRow } from "../../../lib/csv/parse-csv.ts";
import { type Failure, failure } from "../../../lib/csv/parse-csv.ts";
import {
  COLUMN_NAMES,
  FIELDS,
  type Field,
  type ImportedLecture,
  lectureTable,
} from "../../../lib/lecture-import/columns.ts";
import { batchRows } from "../../../lib/lecture-import/import-lectures.ts";
import { collect } from "../csv/support.ts";
import { cellsWith } from "./support.ts";

const HEADER = parseHeader(
  FIELDS.map((field) => COLUMN_NAMES[field]),
  lectureTable.columns,
) as Header<Field>;

/** `count` data rows, of which every tenth is invalid, optionally followed by a failure of the file. */
async function* rowsOf(count: number, { length = 100, last }: { length?: number; last?: Failure } = {}) {
  for (let index = 0; index < count; index++) {
    const cells = cellsWith({ lecture_number: index % 10 === 9 ? "bad" : String(index) });
    yield [{ ok: true, rowNumber: index + 2, cells, length, problem: null } satisfies CsvRow];
  }
  if (last) yield last;
}

/** The position, lectures and rejections of each batch. */
async function shapeOf(batches: ReturnType<typeof batchRows>) {
  const all = await collect(batches);
  return all.map((batch) =>
    batch.ok ? [batch.position, batch.lectures.length, batch.rejections.length] : batch.message,
  );
}

describe("batchRows", () => {
  it("makes batches of at most 1,000 rows, rejected ones among them", async () => {
    expect(await shapeOf(batchRows(rowsOf(2500), HEADER))).toEqual([
      [0, 900, 100],
      [1000, 900, 100],
      [2000, 450, 50],
    ]);
    expect(await shapeOf(batchRows(rowsOf(1000), HEADER))).toEqual([[0, 900, 100]]);
    expect(await shapeOf(batchRows(rowsOf(0), HEADER))).toEqual([]);
  });

  it("keeps the file's order", async () => {
    const [batch] = await collect(batchRows(rowsOf(12), HEADER));
    expect(batch).toMatchObject({ rejections: [{ rowNumber: 11 }] });
    expect(batch?.ok && batch.lectures.map((lecture) => lecture.lecture_number)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11,
    ]);
  });

  it("goes on behind the rows that were done before", async () => {
    expect(await shapeOf(batchRows(rowsOf(2500), HEADER, { startAt: 1205 }))).toEqual([
      [1205, 900, 100],
      [2205, 265, 30],
    ]);
    expect(await shapeOf(batchRows(rowsOf(20), HEADER, { startAt: 20 }))).toEqual([]);
  });

  it("says what the valid rows before its start contain", async () => {
    const skipped: (number | null)[] = [];
    const onSkipped = ({ lecture_number }: ImportedLecture) => void skipped.push(lecture_number);
    expect(await shapeOf(batchRows(rowsOf(12), HEADER, { startAt: 11, onSkipped }))).toEqual([[11, 1, 0]]);
    expect(skipped).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10]);
  });

  it("does not go on with a file that has become shorter", async () => {
    expect(await shapeOf(batchRows(rowsOf(20), HEADER, { startAt: 21 }))).toEqual([
      "The file has 20 rows, of which 21 were imported before.",
    ]);
  });

  it("ends a batch of long rows early, so that it fits into memory", async () => {
    const long = rowsOf(25, { length: 256 * 1024 });
    expect(await shapeOf(batchRows(long, HEADER))).toEqual([
      [0, 8, 0],
      [8, 7, 1],
      [16, 7, 1],
      [24, 1, 0],
    ]);
  });

  it("hands on what came before a failure of the file, and then the failure", async () => {
    const rows = rowsOf(1001, { last: failure("Row 1003 is too long") });
    expect(await shapeOf(batchRows(rows, HEADER))).toEqual([
      [0, 900, 100],
      [1000, 1, 0],
      "Row 1003 is too long",
    ]);
  });
});
