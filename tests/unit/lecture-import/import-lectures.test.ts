import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { FIELDS } from "../../../lib/lecture-import/columns.ts";
import { batchSize, importLectures, type WriteBatch } from "../../../lib/lecture-import/import-lectures.ts";
import { bytesOf } from "../csv/support.ts";
import { acceptBatch, HEADER_LINE, lineWith, memoryCatalogue } from "./support.ts";

function fileOf(...lines: string[]) {
  return bytesOf(`${[HEADER_LINE, ...lines].join("\n")}\n`);
}

function numberedLines(count: number) {
  return Array.from({ length: count }, (_, index) => lineWith({ lecture_number: String(index) }));
}

describe("importLectures", () => {
  it("imports what is good, rejects what is bad, and accounts for every row", async () => {
    const catalogue = memoryCatalogue();
    const file = () =>
      fileOf(
        lineWith({ lecture_name: "One", views: "1" }),
        lineWith({ lecture_name: "One", views: "2" }),
        lineWith({ lecture_name: "One", views: "2" }),
        lineWith({ lecture_name: "" }),
        "too,short",
        lineWith({ lecture_name: "Two", youtube: "https://youtu.be/aB3-_xYz019" }),
        'Course,"never closed',
      );
    const first = await importLectures(file(), catalogue);
    expect(first).toEqual({
      ok: true,
      total: 7,
      inserted: 2,
      updated: 1,
      unchanged: 1,
      rejected: 3,
      ignoredColumns: [],
    });
    expect(
      catalogue.batches[0]?.rejections.map(({ rowNumber, faults }) => [
        rowNumber,
        ...faults.map(({ reason }) => reason),
      ]),
    ).toEqual([
      [5, "required"],
      [6, `2 cells found, ${FIELDS.length} expected`],
      [8, "a quotation mark is opened and never closed"],
    ]);
    expect(catalogue.lectures.size).toBe(2);
  });

  it("empties what the file has no column for where that is asked for, and refuses to empty what it has", async () => {
    const catalogue = memoryCatalogue();
    const file = () =>
      bytesOf("Course Name,Lecture Number,lecture name,youtube,Subject\nCourse,1,One,,Maths\n");
    const stored = () => JSON.parse([...catalogue.lectures.values()][0] ?? "{}");
    await importLectures(
      fileOf(lineWith({ lecture_number: "1", lecture_name: "One", keywords: "a", views: "7" })),
      {
        ...catalogue,
      },
    );
    expect(await importLectures(file(), { ...catalogue, emptied: ["views"] })).toMatchObject({ updated: 1 });
    expect(stored()).toMatchObject({ subject: "Maths", keywords: "a", views: null });
    expect(await importLectures(file(), { ...catalogue, emptied: ["views", "subject"] })).toEqual({
      ok: false,
      message: "The file was to have no column for Subject, and has one.",
    });
  });

  it("changes nothing the second time", async () => {
    const catalogue = memoryCatalogue();
    await importLectures(fileOf(...numberedLines(1500)), catalogue);
    const again = await importLectures(fileOf(...numberedLines(1500)), catalogue);
    expect(again).toMatchObject({ ok: true, total: 1500, inserted: 0, updated: 0, unchanged: 1500 });
  });

  it("reports progress after every batch", async () => {
    const onProgress = vi.fn();
    await importLectures(fileOf(...numberedLines(1500), "bad"), { writeBatch: acceptBatch, onProgress });
    expect(onProgress.mock.calls.flat()).toEqual([
      { processed: 1000, inserted: 1000, updated: 0, unchanged: 0, rejected: 0 },
      { processed: 1501, inserted: 1500, updated: 0, unchanged: 0, rejected: 1 },
    ]);
  });

  it("goes on where a stopped import left off, wherever that was", async () => {
    const lines = [...numberedLines(1200), "bad", "", ...numberedLines(1300).slice(1200)];
    for (const startAt of [0, 1, 999, 1000, 1001, 1200, 1300, 1301]) {
      const catalogue = memoryCatalogue();
      const result = await importLectures(fileOf(...lines), { ...catalogue, startAt });
      expect(result).toMatchObject({
        ok: true,
        total: 1301,
        inserted: 1300 - startAt + (startAt > 1200 ? 1 : 0),
      });
      expect(catalogue.batches[0]?.position ?? startAt).toBe(startAt);
    }
  });

  it("names columns that it passed over", async () => {
    const file = bytesOf(`${HEADER_LINE},Notes\n${lineWith()},hello\n`);
    expect(await importLectures(file, { writeBatch: acceptBatch })).toMatchObject({
      inserted: 1,
      ignoredColumns: ["Notes"],
    });
  });

  it("keeps what came before a row that is too long", async () => {
    const catalogue = memoryCatalogue();
    const file = fileOf(...numberedLines(3), `"${"x".repeat(300_000)}`);
    expect(await importLectures(file, catalogue)).toMatchObject({ ok: false, message: /^Row 5 is longer/ });
    expect(catalogue.lectures.size).toBe(3);
  });

  it("throws when a batch is not stored or not accounted for, and lets go of the file", async () => {
    const refuse: WriteBatch = async () => Promise.reject(new Error("no database"));
    const miscount: WriteBatch = async (batch) => ({
      ...(await acceptBatch(batch)),
      inserted: batchSize(batch) - 1,
    });
    for (const [writeBatch, message] of [
      [refuse, /no database/],
      [miscount, /accounted for/],
    ] as const) {
      const source = createReadStream(new URL("../../fixtures/csv/messy.csv", import.meta.url));
      await expect(importLectures(source, { writeBatch })).rejects.toThrow(message);
      expect(source.destroyed).toBe(true);
    }
  });

  it("throws when the file cannot be read to its end", async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.from(`${HEADER_LINE}\n${lineWith()}\n`);
        throw new Error("connection lost");
      })(),
    );
    await expect(importLectures(source, { writeBatch: acceptBatch })).rejects.toThrow("connection lost");
  });
});

describe("back-pressure", () => {
  it("reads a batch ahead while one is written, and no further", async () => {
    const line = Buffer.from(`${lineWith({ course_description: "x".repeat(1000) })}\n`);
    let sent = 0;
    async function* source() {
      yield Buffer.from(`${HEADER_LINE}\n`);
      for (; sent < 20_000; sent++) yield line;
    }
    let written = 0;
    let furthest = 0;
    const writeBatch: WriteBatch = async (batch) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      furthest = Math.max(furthest, sent - written - batchSize(batch));
      written += batchSize(batch);
      return acceptBatch(batch);
    };
    expect(await importLectures(source(), { writeBatch })).toMatchObject({ ok: true, total: 20_000 });
    // A batch has 1,000 rows; a little more of the file has already been read.
    expect(furthest).toBeLessThan(1_200);
  });
});
