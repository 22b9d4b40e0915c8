import { describe, expect, it, vi } from "vitest";
import { createBatchWriter } from "../../../lib/lecture-import/job-queue.ts";

type Client = Parameters<typeof createBatchWriter>[0];

const BATCH = { ok: true, position: 1000, lectures: [], rejections: [] } as const;

function writerAnswering(answer: { data: unknown; error: { message: string } | null }) {
  const rpc = vi.fn(async () => answer);
  const client = { rpc } as unknown as Client;
  const job = { row: { id: "job-1", processed_rows: 0 }, worker: "worker-1" };
  return { rpc, write: createBatchWriter(client, job).writeBatch };
}

describe("createBatchWriter", () => {
  it("sends rows and rejections as JSON texts with the job and the position", async () => {
    const counts = { inserted: 1, updated: 0, unchanged: 0, rejected: 1 };
    const { rpc, write } = writerAnswering({ data: [counts], error: null });
    const faults = [
      { column: "youtube", value: "a", reason: "b" },
      { column: null, value: "c", reason: "d" },
    ];
    const rejection = { rowNumber: 3, faults };
    expect(await write({ ...BATCH, lectures: [], rejections: [rejection] })).toEqual(counts);
    expect(rpc).toHaveBeenCalledWith("write_import_batch", {
      p_job: "job-1",
      p_worker: "worker-1",
      p_position: 1000,
      p_rows: "[]",
      p_rejected: JSON.stringify([
        { row_number: 3, fault_number: 1, column_name: "youtube", value: "a", reason: "b" },
        { row_number: 3, fault_number: 2, column_name: null, value: "c", reason: "d" },
      ]),
    });
  });

  it("throws what the database refuses, and an answer without counts", async () => {
    const refused = writerAnswering({ data: null, error: { message: "not being processed" } });
    await expect(refused.write({ ...BATCH, lectures: [], rejections: [] })).rejects.toThrow(
      "Rows from 1000 on were not stored: not being processed",
    );
    const silent = writerAnswering({ data: [], error: null });
    await expect(silent.write({ ...BATCH, lectures: [], rejections: [] })).rejects.toThrow("no answer");
  });
});
