import { z } from "zod";
import { json, jsonError } from "@/lib/api/json";
import { route } from "@/lib/api/route.server";
import { storeUpload, uploadPath } from "@/lib/lecture-import/bucket.server";
import { fileNameSchema } from "@/lib/lecture-import/file-name";
import { createImportJob } from "@/lib/lecture-import/jobs.server";
import { finishImport } from "@/lib/lecture-import/worker.server";
import { revalidateHostCache } from "@/lib/page-cache/host-cache.server";

/** Bytes of a request's body. A preset file has 1.5 MB at most; larger files are uploaded and processed by a job. */
const maxBytes = 10 * 1024 * 1024;

const contentSchema = z.strictObject({
  // As bytes: the content of a file may hold what no text of the database can.
  csvContent: z
    .string()
    .refine((text) => text.isWellFormed(), "Half of a character cannot be stored.")
    .transform((text) => new TextEncoder().encode(text)),
  fileName: fileNameSchema.default("import.csv"),
});

/**
 * `POST /api/import-csv` `{ csvContent, fileName? }`: imports a small file before it responds with `{ rowsInserted,
 * totalRows }` and the other counts; 400, 401, 403 or 413 for a refused request, 422 with the reason when the import
 * fails, 502 when the storage refuses the file.
 */
export const POST = route(
  { role: "editor", body: contentSchema, maxBytes },
  async ({ body, client, user }) => {
    const { csvContent: bytes, fileName } = body;
    // Also stored in the bucket, so that a worker that takes over after a crash finds the file.
    const filePath = uploadPath(fileName);
    const stored = await storeUpload(client, filePath, bytes);
    if (!stored.ok) return jsonError(502, stored.message);
    const id = await createImportJob(client, { userId: user.id, filePath, fileName, fileSize: bytes.length });
    const job = await finishImport(id);
    await revalidateHostCache();
    if (job.status === "failed") return jsonError(422, job.errorMessage ?? "");
    return json({
      rowsInserted: job.insertedRows,
      totalRows: job.totalRows,
      rowsUpdated: job.updatedRows,
      rowsUnchanged: job.unchangedRows,
      rowsRejected: job.rejectedRows,
    });
  },
);
